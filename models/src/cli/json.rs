//! An answer as a JSON object on one line; fields that do not apply are left out.

use gridwright::{Cell, Mistake, Place, Sheet, Source};
use serde_json::{Map, Value, json};

use super::answer::{Answer, Values, solution_text};
use super::ask::Question;
use super::input::Case;
use super::status::Status;

/// The object for a puzzle and the answer about it. `solutions` are those of the answer that are shown.
pub(super) fn object<'a>(
    question: Question,
    case: &Case<'_>,
    answer: &Answer,
    solutions: impl Iterator<Item = &'a Values>,
    with_stats: bool,
) -> Value {
    let mut object = begin(case, answer.status);
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    if !answer.solutions.is_empty() {
        let shown: Vec<_> = solutions.map(|values| solution(case, answer, values)).collect();
        if shown.len() < answer.solutions.len() {
            put("unprinted", json!(answer.solutions.len() - shown.len()));
        }
        put("solutions", shown.into());
    }
    if !answer.differ.is_empty() {
        put("differ", json!(answer.differ));
    }
    if let Some(reason) = &answer.reason {
        put("reason", json!(reason));
    }
    if !answer.clash.is_empty() {
        put("clash", json!(answer.clash));
    }
    if let Some(wrong) = &answer.wrong {
        put("wrong", names(wrong));
    }
    if let (Question::Count(_), Some((count, complete))) = (question, answer.count) {
        put("count", json!(count));
        put("complete", json!(complete));
    }
    if let Some(candidates) = &answer.candidates {
        put("candidates", json!(candidates));
    }
    let source = case.source();
    if answer.status == Status::Invalid {
        put("errors", answer.errors.errors().map(|error| mistake(source, error)).collect());
    }
    put("warnings", case.mistakes().warnings().map(|warning| mistake(source, warning)).collect());
    if with_stats {
        let work = &answer.work;
        for (key, count) in [("nodes", work.nodes), ("failures", work.failures), ("propagations", work.propagations)] {
            put(key, json!(count));
        }
        for (key, time) in [("parse_us", work.parse), ("build_us", work.build), ("solve_us", work.solve)] {
            put(key, json!(u64::try_from(time.as_micros()).unwrap_or(u64::MAX)));
        }
    }
    Value::Object(object)
}

/// An object with where a puzzle stands, what it is, and what became of it.
pub(super) fn begin(case: &Case<'_>, status: Status) -> Map<String, Value> {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    let site = case.site();
    put("index", json!(site.index));
    put("file", json!(site.file()));
    put("line", json!(site.line));
    if let Ok(Sheet { puzzle, title, .. }) = &case.sheet {
        if let Some(title) = title {
            put("name", json!(title));
        }
        put("kind", json!(puzzle.kind().name));
    }
    put("status", json!(status.word()));
    if let Status::Stopped(limit) = status {
        put("limit", json!(limit.word()));
    }
    object
}

fn solution(case: &Case<'_>, answer: &Answer, values: &Values) -> Value {
    let mut solution = json!({ "values": values, "text": solution_text(case, answer, values) });
    if !answer.names.is_empty() {
        let named = answer.names.iter().map(|(name, cell)| (name.clone(), json!(answer.at(values, *cell))));
        solution["named"] = Value::Object(named.collect());
    }
    solution
}

fn names(cells: &[Cell]) -> Value {
    cells.iter().map(Cell::to_string).collect()
}

fn mistake(source: &Source, mistake: &Mistake) -> Value {
    let byte = if let Place::Text(span) = mistake.place { span.start } else { 0 };
    let place = source.position(byte);
    let mut object = Map::new();
    object.insert("message".to_owned(), json!(mistake.message));
    object.insert("line".to_owned(), json!(place.line));
    object.insert("column".to_owned(), json!(place.column));
    if let Some(help) = &mistake.help {
        object.insert("help".to_owned(), json!(help));
    }
    Value::Object(object)
}
