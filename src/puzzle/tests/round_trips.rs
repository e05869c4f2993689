//! Whatever was written reads the same, and no text makes the reader panic.

use proptest::prelude::*;

use super::*;

fn labels(cells: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..cells.max(2), cells)
}

fn signs() -> impl Strategy<Value = Option<char>> {
    prop::option::of(prop::sample::select(vec!['+', '-', '*', '/']))
}

prop_compose! {
    /// Boards up to 9x9, with up to 81 cages of any cells, and a few more that overlap.
    fn caged()(height in 1usize..10, width in 1usize..10)(
        owners in labels(height * width),
        overlap in prop::collection::vec(prop::collection::btree_set(0..height * width, 1..4), 0..3),
        clues in prop::collection::vec((any::<i64>(), signs()), height * width + 4),
        givens in prop::collection::btree_map(0..height * width, -20..20i64, 0..5),
        regions in prop::option::of(labels(height * width)),
        strict in any::<bool>(),
        (height, width) in Just((height, width)),
    ) -> Caged {
        let at = |index: usize| Cell::new(index / width, index % width);
        let group = |owners: &[usize]| {
            let mut groups = std::collections::BTreeMap::<_, Vec<Cell>>::new();
            owners.iter().enumerate().for_each(|(index, owner)| groups.entry(*owner).or_default().push(at(index)));
            groups
        };
        let mut cages = Cages::default();
        for (owner, cells) in group(&owners) {
            if owner == 0 { cages.free = cells } else { cages.cages.push(Cage { cells, clue: None }) }
        }
        for cells in overlap {
            cages.free.retain(|cell| !cells.contains(&(cell.row * width + cell.column)));
            cages.cages.push(Cage { cells: cells.into_iter().map(at).collect(), clue: None });
        }
        for (cage, (number, sign)) in cages.cages.iter_mut().zip(clues) {
            cage.clue = Some(Clue { number, sign });
        }
        cages.sort();
        let mut regions = regions.map(|owners| group(&owners).into_values().collect::<Vec<_>>());
        if let Some(regions) = &mut regions {
            regions.sort();
        }
        let givens = givens.into_iter().map(|(index, value)| (at(index), value)).collect();
        Caged { size: (height, width), strict, cages, givens, regions }
    }
}

proptest! {
    #[test]
    fn what_was_written_reads_the_same(puzzle in caged()) {
        let text = registry().write(&Sheet::new(puzzle.clone()));
        prop_assert!(text.is_ascii());
        let (again, text_again) = read::<Caged>(&text);
        prop_assert_eq!(&again, &puzzle, "{}", text);
        prop_assert_eq!(text_again, text);
    }

    #[test]
    fn no_text_makes_it_panic(text in "(futoshiki|caged|[A-c.0-9 ]|[0-9]:|title:|cage |r1c1 |\n|\r|\t|=|x|#|×|−|[^ ]){0,60}") {
        let registry = registry();
        for block in registry.stream(text.as_bytes()) {
            let block = block.expect("a slice can be read");
            if let Err(mistakes) = block.read(&[]) {
                prop_assert!(mistakes.has_errors());
                for mistake in &mistakes {
                    if let Place::Text(span) = mistake.place {
                        prop_assert!(block.source.text().get(span.start..span.end).is_some());
                    }
                }
            }
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for block in registry().stream(&bytes[..]) {
            let _ = block.expect("a slice can be read").read(&[]);
        }
    }
}
