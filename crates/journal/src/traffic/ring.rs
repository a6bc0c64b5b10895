/// The last `N` of something that is counted in numbered spans of time.
#[derive(Debug, Clone)]
pub(crate) struct Ring<T, const N: usize> {
    slots: Box<[(i64, T); N]>,
}

impl<T: Copy + Default, const N: usize> Ring<T, N> {
    pub(crate) fn new() -> Self {
        Ring { slots: Box::new([(i64::MIN, T::default()); N]) }
    }

    /// The span with this number, which begins empty.
    pub(crate) fn at(&mut self, number: i64) -> &mut T {
        let slot = &mut self.slots[index::<N>(number)];
        if slot.0 != number {
            *slot = (number, T::default());
        }
        &mut slot.1
    }

    /// The last `N` spans up to the one with this number, oldest first.
    pub(crate) fn until(&self, number: i64) -> impl Iterator<Item = (i64, T)> {
        let first = number - N as i64 + 1;
        (first..=number).map(|number| {
            let slot = self.slots[index::<N>(number)];
            (number, if slot.0 == number { slot.1 } else { T::default() })
        })
    }
}

fn index<const N: usize>(number: i64) -> usize {
    usize::try_from(number.rem_euclid(N as i64)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_older_is_forgotten() {
        let mut ring = Ring::<u32, 3>::new();
        *ring.at(10) += 1;
        *ring.at(11) += 2;
        *ring.at(11) += 2;
        let seen = |ring: &Ring<u32, 3>, number| ring.until(number).collect::<Vec<_>>();
        assert_eq!(seen(&ring, 11), [(9, 0), (10, 1), (11, 4)]);
        *ring.at(13) += 8;
        assert_eq!(seen(&ring, 13), [(11, 4), (12, 0), (13, 8)]);
        assert_eq!(seen(&ring, 100), [(98, 0), (99, 0), (100, 0)]);
    }
}
