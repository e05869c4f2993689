//! The subscriptions of propagators that came after compilation, which go in the opposite order.
//!
//! Invariant: the list of a variable leads from later links to earlier ones, so the last link of all stands first in its
//! list, unless it was taken out.

use super::Watch;
use crate::ids::{PropId, VarId};

/// Behind the last link of a list.
const END: u32 = u32::MAX;

/// A subscription to a variable, and the one before it.
#[derive(Clone, Copy, Debug)]
struct Link {
    x: VarId,
    watch: Watch,
    next: u32,
}

/// A list of subscriptions for each variable.
#[derive(Clone, Debug, Default)]
pub(super) struct LateWatches {
    /// The first link of each variable; empty until there is a subscription.
    heads: Vec<u32>,
    links: Vec<Link>,
}

impl LateWatches {
    /// Adds a subscription of a propagator that is not older than any other; there are so many variables.
    pub(super) fn add(&mut self, x: VarId, watch: Watch, variables: usize) {
        if self.heads.is_empty() {
            self.heads.resize(variables, END);
        }
        let head = &mut self.heads[x.index()];
        self.links.push(Link { x, watch, next: *head });
        *head = self.links.len() as u32 - 1;
    }

    /// Makes room for so many more subscriptions.
    pub(super) fn reserve(&mut self, subscriptions: usize) {
        self.links.reserve(subscriptions);
    }

    /// The link with which the subscriptions of a variable begin.
    #[inline]
    pub(super) fn first(&self, x: VarId) -> u32 {
        if self.links.is_empty() { END } else { self.heads[x.index()] }
    }

    /// The subscription of a link, and the link behind it; `None` at the end.
    #[inline]
    pub(super) fn at(&self, link: u32) -> Option<(Watch, u32)> {
        self.links.get(link as usize).map(|link| (link.watch, link.next))
    }

    /// Takes a propagator's subscriptions to a variable out of its list.
    pub(super) fn take_out(&mut self, p: PropId, x: VarId) {
        let (mut before, mut at) = (END, self.first(x));
        while let Some((watch, next)) = self.at(at) {
            if watch.prop as usize != p.index() {
                before = at;
            } else if before == END {
                self.heads[x.index()] = next;
            } else {
                self.links[before as usize].next = next;
            }
            at = next;
        }
    }

    /// Drops the subscriptions of the propagators from this index on.
    pub(super) fn drop_from(&mut self, first: usize) {
        while let Some(link) = self.links.pop_if(|link| link.watch.prop as usize >= first) {
            let head = &mut self.heads[link.x.index()];
            if *head as usize == self.links.len() {
                *head = link.next;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Events;

    fn watchers(late: &LateWatches, x: usize) -> Vec<u32> {
        let (mut found, mut at) = (Vec::new(), late.first(VarId::new(x)));
        while let Some((watch, next)) = late.at(at) {
            found.push(watch.prop);
            at = next;
        }
        found
    }

    #[test]
    fn subscriptions_go_with_the_propagators_from_an_index_on_or_with_one() {
        let mut late = LateWatches::default();
        assert_eq!(watchers(&late, 1), []);
        for (prop, x) in [(5, 0), (5, 1), (6, 1), (7, 1), (7, 0), (7, 1), (8, 0)] {
            late.add(VarId::new(x), Watch { prop, position: 0, events: Events::FIX }, 3);
        }
        assert_eq!((watchers(&late, 0), watchers(&late, 1)), (vec![8, 7, 5], vec![7, 7, 6, 5]));
        late.take_out(PropId::new(7), VarId::new(1));
        late.take_out(PropId::new(8), VarId::new(0));
        assert_eq!((watchers(&late, 0), watchers(&late, 1)), (vec![7, 5], vec![6, 5]));
        late.drop_from(6);
        assert_eq!((watchers(&late, 0), watchers(&late, 1), watchers(&late, 2)), (vec![5], vec![5], vec![]));
        late.add(VarId::new(1), Watch { prop: 6, position: 0, events: Events::FIX }, 3);
        assert_eq!(watchers(&late, 1), [6, 5]);
        late.drop_from(0);
        assert_eq!((watchers(&late, 0), watchers(&late, 1)), (vec![], vec![]));
    }
}
