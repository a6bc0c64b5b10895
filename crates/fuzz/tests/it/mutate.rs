use crate::random::Random;

/// Longer ones find no more, and take longer.
const LONGEST: usize = 4 * 1024;
/// What readers look for.
const TELLING: &[u8] = b"\r\n\t \0:;,=/\\.%?#&<>'\"`(){}[]-+_@*!0159afxzAZ\x0b\x0c\x7f\x80\xc3\xff";

/// One of the inputs with a few changes; most of them take over something from another one.
pub(crate) fn mutated(inputs: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = inputs[random.below(inputs.len())].clone();
    for _ in 0..=random.below(6) {
        let at = random.below(input.len() + 1);
        let end = (at + 1 + random.below(12)).min(input.len());
        match random.below(7) {
            0 if at < input.len() => input[at] ^= 1 << random.below(8),
            1 if at < input.len() => input[at] = TELLING[random.below(TELLING.len())],
            2 => input.insert(at, TELLING[random.below(TELLING.len())]),
            3 => drop(input.drain(at..end)),
            4 => {
                let copy = input[at..end].to_vec();
                input.splice(at..at, copy);
            }
            5 => input.truncate(at),
            _ => {
                let other = &inputs[random.below(inputs.len())];
                let from = random.below(other.len() + 1);
                let to = (from + 1 + random.below(40)).min(other.len());
                input.splice(at..at, other[from..to].iter().copied());
            }
        }
    }
    input.truncate(LONGEST);
    input
}
