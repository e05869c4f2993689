// Gecode's side of the comparison: times puzzles by the CPU clock of its thread.
//
// gecode prove|first SECONDS PASSES FILE [keep]
//
// Reads the lines that `rival list` writes and prints a line for each, in the columns of `rival prove` and `rival first`.
// Rows, columns and regions are `distinct` by domain, each cage is a table whose tuples respect them, or, where that would
// be too large, a sum or product. Where there are regions, the cells of a sum differ, and what the cages leave of one to
// four adjacent lines, or of a region, to at most four cells within or without is a sum by domain (the rule of 45). Search takes the variable of least domain size over weighted degree (accumulated
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
    std::vector<std::vector<int>> regions;
    bool queens = false;

    // Whether two cells of a cage cannot have the same value.
    bool clash(const Cage& cage, int i, int j) const {
        int one = cage.cells[i], other = cage.cells[j];
        if (one / size == other / size || one % size == other % size) return true;
        return !regions.empty();
    }
};

double cpu_microseconds() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e6 + time.tv_nsec * 1e-3;
}

// What looking at the clock takes, which is much beside an easy puzzle.
double look_microseconds() {
    double least = 1e9;
    for (int i = 0; i < 1000; i++) {
        double start = cpu_microseconds();
        least = std::min(least, cpu_microseconds() - start);
    }
    return least;
}

bool is_known(const Cage& cage) {
    switch (cage.sign) {
    case '=': return cage.cells.size() == 1;
    case '-':
    case '/': return cage.cells.size() == 2;
    case '!':
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
        if (word == "queens") {
            puzzle.queens = true;
            continue;
        }
        std::istringstream in(word);
        Cage cage;
        char mark;
        if (!(in >> cage.sign >> cage.target >> mark) || mark != ':') return std::nullopt;
        for (int cell; in >> cell; in >> mark) {
            if (cell < 0 || cell >= puzzle.size * puzzle.size) return std::nullopt;
            cage.cells.push_back(cell);
        }
        if (!is_known(cage)) return std::nullopt;
        if (cage.sign == '!') {
            puzzle.regions.push_back(cage.cells);
        } else {
            puzzle.cages.push_back(cage);
        }
    }
    return puzzle;
}

// Lists the tuples of a cage, depth first.
class Tabulation {
public:
    Tabulation(const Puzzle& puzzle, const Cage& cage)
        : puzzle(puzzle), size(puzzle.size), cage(cage), tuple(cage.cells.size()),
          tuples(static_cast<int>(cage.cells.size())) {
        extend(0, cage.sign == '*' ? 1 : 0);
        tuples.finalize();
    }

    TupleSet result() const { return tuples; }

private:
    const Puzzle& puzzle;
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
        for (int i = 0; i < depth; i++) {
            if (tuple[i] == value && puzzle.clash(cage, i, depth)) return true;
        }
        return false;
    }

    bool makes_target(long so_far) const {
        if (cage.sign != '-' && cage.sign != '/') return so_far == cage.target;
        int low = std::min(tuple[0], tuple[1]), high = std::max(tuple[0], tuple[1]);
        return cage.sign == '-' ? high - low == cage.target : high == low * cage.target;
    }
};

// Tables of all puzzles, by size, sign, target and which cells differ.
class Tables {
public:
    explicit Tables(bool keep) : keep(keep) {}

    TupleSet of(const Puzzle& puzzle, const Cage& cage) {
        if (!keep) return Tabulation(puzzle, cage).result();
        int cells = cage.cells.size();
        std::vector<long> key{puzzle.size, cage.sign, cage.target, cells};
        for (int i = 0; i < cells; i++) {
            long clashes = 0;
            for (int j = 0; j < i; j++) clashes = clashes * 2 + puzzle.clash(cage, j, i);
            key.push_back(clashes);
        }
        auto found = kept.find(key);
        if (found == kept.end()) found = kept.emplace(key, Tabulation(puzzle, cage).result()).first;
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
        for (const std::vector<int>& region : puzzle.regions) distinct(*this, scope(region), IPL_DOM);
        for (const Cage& cage : puzzle.cages) post(cage, puzzle, tables);
        if (!puzzle.regions.empty()) derive(puzzle);
        branch(*this, cells, INT_VAR_AFC_SIZE_MAX(0.99), INT_VAL_MIN());
    }

    KenKen(KenKen& other) : Space(other) { cells.update(*this, other.cells); }

    Space* copy() override { return new KenKen(*this); }

private:
    IntVarArray cells;

    IntVarArgs scope(const std::vector<int>& of) const {
        IntVarArgs scope;
        for (int cell : of) scope << cells[cell];
        return scope;
    }

    // What cages leave of adjacent lines and of regions to few cells.
    void derive(const Puzzle& puzzle) {
        int size = puzzle.size;
        for (int first = 0; first < size; first++) {
            std::vector<int> rows, columns;
            for (int line = first; line < std::min(first + 4, size); line++) {
                for (int i = 0; i < size; i++) {
                    rows.push_back(line * size + i);
                    columns.push_back(i * size + line);
                }
                derive(puzzle, rows);
                derive(puzzle, columns);
            }
        }
        for (const std::vector<int>& region : puzzle.regions) derive(puzzle, region);
    }

    void derive(const Puzzle& puzzle, const std::vector<int>& house) {
        int size = puzzle.size;
        long sum = long(house.size() / size) * size * (size + 1) / 2;
        std::vector<bool> in(cells.size()), covered(cells.size());
        for (int cell : house) in[cell] = true;
        long inner = 0, outer = 0;
        std::vector<int> innies, outies;
        for (const Cage& cage : puzzle.cages) {
            int inside = std::count_if(cage.cells.begin(), cage.cells.end(), [&](int cell) { return in[cell]; });
            if (inside == 0) continue;
            outer += cage.target;
            if (inside == int(cage.cells.size())) inner += cage.target;
            for (int cell : cage.cells) {
                covered[cell] = true;
                if (!in[cell]) outies.push_back(cell);
                if (in[cell] && inside < int(cage.cells.size())) innies.push_back(cell);
            }
        }
        bool all = true;
        for (int cell : house) {
            if (covered[cell]) continue;
            all = false;
            innies.push_back(cell);
        }
        auto post = [&](const std::vector<int>& few, long rest) {
            if (!few.empty() && few.size() <= 4) linear(*this, scope(few), IRT_EQ, static_cast<int>(rest), IPL_DOM);
        };
        if (inner > 0) post(innies, sum - inner);
        if (all) post(outies, outer - sum);
    }

    void post(const Cage& cage, const Puzzle& puzzle, Tables& tables) {
        IntVarArgs scope = this->scope(cage.cells);
        double prefixes = 1.0 / puzzle.size;
        for (int i = 0; i < scope.size(); i++) prefixes *= puzzle.size;
        if (scope.size() == 1) {
            rel(*this, scope[0], IRT_EQ, static_cast<int>(cage.target));
        } else if (prefixes <= MOST_PREFIXES) {
            extensional(*this, scope, tables.of(puzzle, cage), IPL_DOM);
        } else if (cage.sign == '+') {
            linear(*this, scope, IRT_EQ, static_cast<int>(cage.target));
            if (!puzzle.regions.empty()) distinct(*this, scope, IPL_DOM);
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

// The columns of queens by row: three `distinct` by value, which are faster here than those by domain. The queen with
// the fewest columns takes the middle one of them: from the least on, boards of more than 100 rows are not solved.
class Queens : public Space {
public:
    Queens(const Puzzle& puzzle, Tables&) : columns(*this, puzzle.size, 1, puzzle.size) {
        IntArgs rising = IntArgs::create(puzzle.size, 0, 1), falling = IntArgs::create(puzzle.size, 0, -1);
        distinct(*this, columns);
        distinct(*this, rising, columns);
        distinct(*this, falling, columns);
        branch(*this, columns, INT_VAR_SIZE_MIN(), INT_VAL_MED());
    }

    Queens(Queens& other) : Space(other) { columns.update(*this, other.columns); }

    Space* copy() override { return new Queens(*this); }

private:
    IntVarArray columns;
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

// Builds and asks; looking at the clock, which each of the two times has once, is left out.
template <class Model> Run run(const Puzzle& puzzle, Tables& tables, bool prove, double limit) {
    static const double look = look_microseconds();
    Run run;
    double start = cpu_microseconds();
    Model* root = new Model(puzzle, tables);
    double built = cpu_microseconds();
    {
        Deadline deadline(built + limit);
        Search::Options options;
        options.stop = &deadline;
        options.clone = false; // the engine owns the root
        DFS<Model> search(root, options);
        int found = 0, wanted = prove ? 2 : 1;
        while (found < wanted) {
            std::unique_ptr<Model> solution(search.next());
            if (!solution) break;
            found++;
        }
        run.nodes = search.statistics().node;
        run.stopped = found < wanted && search.stopped();
        run.answer = run.stopped ? "stopped" : found == 0 ? "none" : !prove ? "some" : found == 1 ? "unique" : "many";
    }
    run.build = std::max(0.0, built - start - look);
    run.solve = std::max(0.0, cpu_microseconds() - built - look);
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
            if (best[i].stopped || best[i].solve > limit / 10) continue;
            auto ask = puzzles[i].queens ? run<Queens> : run<KenKen>;
            Run now = ask(puzzles[i], tables, words[0] == "prove", limit);
            if (!best[i].answer || now.total() < best[i].total()) best[i] = now;
        }
    }
    for (std::size_t i = 0; i < puzzles.size(); i++) {
        const auto& [answer, build, solve, nodes, stopped] = best[i];
        if (answer) std::printf("%s %s %.1f %.1f %lu\n", puzzles[i].name.c_str(), answer, build, solve, nodes);
    }
}
