//! The mutants that `cargo mutants --list --json` names, and which of them are tried.

use serde_json::Value;

/// The files that are tried whole: a file of this name in `src/`, or anything in the folder of this name.
const WHOLE: [&str; 5] = ["store", "agenda", "propagate", "engine", "search"];

/// A change to one place of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mutant {
    /// Its number in the list, from 1; 0 is the program as it was written.
    pub(crate) id: u32,
    /// The file, from the root of the package.
    pub(crate) file: String,
    /// What kind of change, in the words of cargo-mutants.
    pub(crate) genre: String,
    /// The change in words, with its place.
    pub(crate) name: String,
    /// The text that takes the place.
    pub(crate) replacement: String,
    /// What the function around it returns, with the arrow.
    pub(crate) returns: String,
    /// Where the place starts and ends: line and column, both from 1.
    pub(crate) span: [(usize, usize); 2],
}

impl Mutant {
    /// The file's name without `src/` and `.rs`; for files in a folder, the folder's.
    pub(crate) fn module(&self) -> &str {
        let path = self.file.trim_start_matches("src/").trim_end_matches(".rs");
        path.split('/').next().unwrap_or(path)
    }

    /// What the names of the tests begin with that look at it most closely: its module's name, and of constraints, which are
    /// many, the name of each.
    pub(crate) fn neighbourhood(&self) -> &str {
        let path = self.file.trim_start_matches("src/").trim_end_matches(".rs");
        path.trim_start_matches("constraint/").split('/').next().unwrap_or(path)
    }

    /// The change in words, without its place, which moves when anything above it is edited.
    pub(crate) fn change(&self) -> &str {
        self.name.splitn(4, ':').nth(3).unwrap_or(&self.name).trim_start()
    }
}

/// Reads the list.
pub(crate) fn read(json: &str) -> Result<Vec<Mutant>, String> {
    let list: Vec<Value> = serde_json::from_str(json).map_err(|error| format!("no list of mutants: {error}"))?;
    (1..).zip(&list).map(|(id, entry)| mutant(id, entry).ok_or(format!("entry {id} is no mutant"))).collect()
}

fn mutant(id: u32, entry: &Value) -> Option<Mutant> {
    let text = |key: &str| Some(entry[key].as_str()?.to_string());
    let place = |end: &str| {
        let place = &entry["span"][end];
        Some((place["line"].as_u64()? as usize, place["column"].as_u64()? as usize))
    };
    Some(Mutant {
        id,
        file: text("file")?,
        genre: text("genre")?,
        name: text("name")?,
        replacement: text("replacement")?,
        returns: entry["function"]["return_type"].as_str().unwrap_or_default().to_string(),
        span: [place("start")?, place("end")?],
    })
}

/// All mutants of the files that are tried whole, and some of the others: those with the smallest hash of the seed, the
/// file, the change and how often the same stood before, so that edits elsewhere draw the same mutants again.
pub(crate) fn choose(all: &[Mutant], sample: usize, seed: u64) -> Vec<Mutant> {
    let (mut chosen, others): (Vec<_>, Vec<_>) = all.iter().cloned().partition(is_whole);
    let mut before = std::collections::HashMap::new();
    let mut drawn: Vec<(u64, Mutant)> = Vec::new();
    for mutant in others {
        let key = format!("{}:{}", mutant.file, mutant.change());
        let nth = before.entry(key.clone()).or_insert(0);
        *nth += 1;
        drawn.push((hash(&format!("{seed}:{nth}:{key}")), mutant));
    }
    drawn.sort_by_key(|(hash, mutant)| (*hash, mutant.id));
    chosen.extend(drawn.into_iter().take(sample).map(|(_, mutant)| mutant));
    chosen.sort_by_key(|mutant| mutant.id);
    chosen
}

/// Whether all mutants of the file are tried.
pub(crate) fn is_whole(mutant: &Mutant) -> bool {
    WHOLE.contains(&mutant.module())
}

/// FNV-1a, then the last step of SplitMix64, since FNV alone leaves similar texts close together.
fn hash(text: &str) -> u64 {
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let mixed = text.bytes().fold(0xcbf2_9ce4_8422_2325, fnv);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
