use std::collections::{HashMap, VecDeque};

/// Those who wait, served in turn: one of each who asked, then the next of each, so that whoever
/// asks for much waits for it alone.
#[derive(Debug)]
pub(crate) struct FairQueue<T> {
    lines: HashMap<String, VecDeque<T>>,
    /// Each owner of a line once, in the order in which they are served.
    turns: VecDeque<String>,
    len: usize,
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        FairQueue { lines: HashMap::new(), turns: VecDeque::new(), len: 0 }
    }
}

impl<T> FairQueue<T> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn push(&mut self, owner: &str, item: T) {
        let line = self.lines.entry(owner.to_owned()).or_default();
        if line.is_empty() {
            self.turns.push_back(owner.to_owned());
        }
        line.push_back(item);
        self.len += 1;
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        let owner = self.turns.pop_front()?;
        let line = self.lines.get_mut(&owner)?;
        let item = line.pop_front()?;
        self.len -= 1;
        if line.is_empty() {
            self.lines.remove(&owner);
        } else {
            self.turns.push_back(owner);
        }
        Some(item)
    }

    pub(crate) fn remove(&mut self, wanted: impl Fn(&T) -> bool) -> Option<T> {
        let place = |(owner, line): (&String, &VecDeque<T>)| {
            line.iter().position(&wanted).map(|index| (owner.clone(), index))
        };
        let (owner, index) = self.lines.iter().find_map(place)?;
        let line = self.lines.get_mut(&owner)?;
        let item = line.remove(index)?;
        self.len -= 1;
        if line.is_empty() {
            self.lines.remove(&owner);
            self.turns.retain(|other| *other != owner);
        }
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_asks_for_much_does_not_keep_others_waiting() {
        let mut queue = FairQueue::default();
        (0..50).for_each(|number| queue.push("greedy", ("greedy", number)));
        queue.push("modest", ("modest", 0));
        queue.push("modest", ("modest", 1));
        let first: Vec<_> = (0..5).filter_map(|_| queue.pop()).collect();
        assert_eq!(
            first,
            [("greedy", 0), ("modest", 0), ("greedy", 1), ("modest", 1), ("greedy", 2)]
        );
        assert_eq!(queue.len(), 47);
    }

    #[test]
    fn nothing_is_lost_and_nothing_served_twice() {
        let mut queue = FairQueue::default();
        for number in 0..10 {
            queue.push(["a", "b", "c"][number % 3], number);
        }
        assert_eq!(queue.remove(|number| *number == 4), Some(4));
        assert_eq!(queue.remove(|number| *number == 4), None);
        let mut rest: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        rest.sort_unstable();
        assert_eq!(rest, [0, 1, 2, 3, 5, 6, 7, 8, 9]);
        assert_eq!((queue.len(), queue.lines.len(), queue.turns.len()), (0, 0, 0));
    }
}
