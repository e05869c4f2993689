// Gecode's side of the comparison: times KenKens by the CPU clock of its thread.
//
// gecode prove|first SECONDS PASSES FILE [keep]
//
// Reads the lines that `rival list` writes and prints a line for each, in the columns of `rival prove` and `rival first`.
// Rows and columns are `distinct` by domain, each cage is a table whose tuples respect the rows and columns, or, where that
// would be too large, a sum or product; search takes the variable of least domain size over weighted degree (accumulated
// failure count with decay 0.99) and its least value. With `keep`, tables are kept from one puzzle to the next.

#include <gecode/int.hh>
#include <gecode/minimodel.hh>
#include <gecode/search.hh>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <time.h>
#include <vector>

using namespace Gecode;

namespace {

// A cage has a table if the values of all its cells but one have no more combinations.
constexpr double MOST_PREFIXES = 400000;

struct Cage {
    char sign;
    long target;
    std::vector<int> cells;
};

struct Puzzle {
    std::string name;
    int size;
    std::vector<Cage> cages;
};

double cpu_microseconds() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e6 + time.tv_nsec * 1e-3;
}

bool is_known(const Cage& cage) {
    switch (cage.sign) {
    case '=': return cage.cells.size() == 1;
    case '-':
    case '/': return cage.cells.size() == 2;
    case '+':
    case '*': return !cage.cells.empty();
    default: return false;
    }
}

std::optional<Puzzle> parse(const std::string& line) {
    std::istringstream words(line);
    Puzzle puzzle;
    if (!(words >> puzzle.name >> puzzle.size)) return std::nullopt;
    for (std::string word; words >> word;) {
        std::istringstream in(word);
        Cage cage;
        char mark;
        if (!(in >> cage.sign >> cage.target >> mark) || mark != ':') return std::nullopt;
        for (int cell; in >> cell; in >> mark) {
            if (cell < 0 || cell >= puzzle.size * puzzle.size) return std::nullopt;
            cage.cells.push_back(cell);
        }
        if (!is_known(cage)) return std::nullopt;
        puzzle.cages.push_back(cage);
    }
    return puzzle;
}

// Lists the tuples of a cage, depth first.
class Tabulation {
public:
    Tabulation(int size, const Cage& cage)
        : size(size), cage(cage), tuple(cage.cells.size()), tuples(static_cast<int>(cage.cells.size())) {
        extend(0, cage.sign == '*' ? 1 : 0);
        tuples.finalize();
    }

    TupleSet result() const { return tuples; }

private:
    int size;
    const Cage& cage;
    IntArgs tuple;
    TupleSet tuples;

    // Goes on after so many cells with their sum or product.
    void extend(int depth, long so_far) {
        int rest = tuple.size() - depth;
        if (rest == 0) {
            if (makes_target(so_far)) tuples.add(tuple);
            return;
        }
        if (cage.sign == '+' && (so_far + rest > cage.target || so_far + long(rest) * size < cage.target)) return;
        if (cage.sign == '*' && (so_far > cage.target || cage.target % so_far != 0)) return;
        for (int value = 1; value <= size; value++) {
            if (clashes(depth, value)) continue;
            tuple[depth] = value;
            extend(depth + 1, cage.sign == '*' ? so_far * value : so_far + value);
        }
    }

    bool clashes(int depth, int value) const {
        int cell = cage.cells[depth];
        for (int i = 0; i < depth; i++) {
            int other = cage.cells[i];
            if (tuple[i] == value && (other / size == cell / size || other % size == cell % size)) return true;
        }
        return false;
    }

    bool makes_target(long so_far) const {
        if (cage.sign != '-' && cage.sign != '/') return so_far == cage.target;
        int low = std::min(tuple[0], tuple[1]), high = std::max(tuple[0], tuple[1]);
        return cage.sign == '-' ? high - low == cage.target : high == low * cage.target;
    }
};

// Tables of all puzzles, by size, sign, target and shape.
class Tables {
public:
    explicit Tables(bool keep) : keep(keep) {}

    TupleSet of(int size, const Cage& cage) {
        if (!keep) return Tabulation(size, cage).result();
        std::vector<long> key{size, cage.sign, cage.target};
        for (int cell : cage.cells) {
            key.push_back(cell / size - cage.cells[0] / size);
            key.push_back(cell % size - cage.cells[0] % size);
        }
        auto found = kept.find(key);
        if (found == kept.end()) found = kept.emplace(key, Tabulation(size, cage).result()).first;
        return found->second;
    }

private:
    bool keep;
    std::map<std::vector<long>, TupleSet> kept;
};

class KenKen : public Space {
public:
    KenKen(const Puzzle& puzzle, Tables& tables) : cells(*this, puzzle.size * puzzle.size, 1, puzzle.size) {
        Matrix<IntVarArray> square(cells, puzzle.size, puzzle.size);
        for (int line = 0; line < puzzle.size; line++) {
            distinct(*this, square.row(line), IPL_DOM);
            distinct(*this, square.col(line), IPL_DOM);
        }
        for (const Cage& cage : puzzle.cages) post(cage, puzzle.size, tables);
        branch(*this, cells, INT_VAR_AFC_SIZE_MAX(0.99), INT_VAL_MIN());
    }

    KenKen(KenKen& other) : Space(other) { cells.update(*this, other.cells); }

    Space* copy() override { return new KenKen(*this); }

private:
    IntVarArray cells;

    void post(const Cage& cage, int size, Tables& tables) {
        IntVarArgs scope;
        double prefixes = 1.0 / size;
        for (int cell : cage.cells) {
            scope << cells[cell];
            prefixes *= size;
        }
        if (scope.size() == 1) {
            rel(*this, scope[0], IRT_EQ, static_cast<int>(cage.target));
        } else if (prefixes <= MOST_PREFIXES) {
            extensional(*this, scope, tables.of(size, cage), IPL_DOM);
        } else if (cage.sign == '+') {
            linear(*this, scope, IRT_EQ, static_cast<int>(cage.target));
        } else {
            product(scope, cage.target);
        }
    }

    void product(const IntVarArgs& scope, long target) {
        std::vector<int> divisors;
        for (int divisor = 1; divisor <= target; divisor++) {
            if (target % divisor == 0) divisors.push_back(divisor);
        }
        IntSet factors{IntArgs(divisors)};
        IntVar so_far = scope[0];
        for (int i = 1; i < scope.size(); i++) {
            bool last = i + 1 == scope.size();
            IntVar next = last ? IntVar(*this, int(target), int(target)) : IntVar(*this, factors);
            mult(*this, so_far, scope[i], next);
            so_far = next;
        }
    }
};

// Stops a search at a point of CPU time; looks at the clock every 16th time.
class Deadline : public Search::Stop {
public:
    explicit Deadline(double at) : at(at) {}

    bool stop(const Search::Statistics&, const Search::Options&) override {
        return ++asked % 16 == 0 && cpu_microseconds() > at;
    }

private:
    double at;
    unsigned asked = 0;
};

struct Run {
    const char* answer = nullptr;
    double build = 0, solve = 0;
    unsigned long nodes = 0;
    bool stopped = false;

    double total() const { return build + solve; }
};

Run run(const Puzzle& puzzle, Tables& tables, bool prove, double limit) {
    Run run;
    double start = cpu_microseconds();
    KenKen* root = new KenKen(puzzle, tables);
    double built = cpu_microseconds();
    {
        Deadline deadline(built + limit);
        Search::Options options;
        options.stop = &deadline;
        options.clone = false; // the engine owns the root
        DFS<KenKen> search(root, options);
        int found = 0, wanted = prove ? 2 : 1;
        while (found < wanted) {
            std::unique_ptr<KenKen> solution(search.next());
            if (!solution) break;
            found++;
        }
        run.nodes = search.statistics().node;
        run.stopped = found < wanted && search.stopped();
        run.answer = run.stopped ? "stopped" : found == 0 ? "none" : !prove ? "some" : found == 1 ? "unique" : "many";
    }
    run.build = built - start;
    run.solve = cpu_microseconds() - built;
    return run;
}

} // namespace

int main(int count, char** arguments) {
    std::vector<std::string> words(arguments + 1, arguments + count);
    bool keep = words.size() == 5 && words[4] == "keep";
    if ((words.size() != 4 && !keep) || (words[0] != "prove" && words[0] != "first")) {
        std::cerr << "usage: gecode prove|first SECONDS PASSES FILE [keep]\n";
        return 2;
    }
    double limit = std::atof(words[1].c_str()) * 1e6;
    int passes = std::atoi(words[2].c_str());
    std::ifstream file(words[3]);
    if (!file) {
        std::cerr << words[3] << ": cannot be read\n";
        return 2;
    }
    std::vector<Puzzle> puzzles;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::optional<Puzzle> puzzle = parse(line);
        if (!puzzle) {
            std::cerr << "not NAME SIZE CAGE ...: " << line << "\n";
            return 2;
        }
        puzzles.push_back(*puzzle);
    }
    Tables tables(keep);
    std::vector<Run> best(puzzles.size());
    for (int pass = 0; pass < passes; pass++) {
        for (std::size_t i = 0; i < puzzles.size(); i++) {
            if (best[i].stopped) continue;
            Run now = run(puzzles[i], tables, words[0] == "prove", limit);
            if (!best[i].answer || now.total() < best[i].total()) best[i] = now;
        }
    }
    for (std::size_t i = 0; i < puzzles.size(); i++) {
        const auto& [answer, build, solve, nodes, stopped] = best[i];
        if (answer) std::printf("%s %s %.1f %.1f %lu\n", puzzles[i].name.c_str(), answer, build, solve, nodes);
    }
}
