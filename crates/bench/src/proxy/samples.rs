//! What several rounds of the same thing say together.

/// The one in the middle; of an even number, the mean of the two.
pub(crate) fn median(figures: impl IntoIterator<Item = f64>) -> f64 {
    let figures = sorted(figures);
    let middle = figures.len() / 2;
    match figures.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => figures[middle],
        _ => f64::midpoint(figures[middle - 1], figures[middle]),
    }
}

/// Half of the distance between the smallest and the largest, as a share of the median.
pub(crate) fn spread(figures: impl IntoIterator<Item = f64>) -> f64 {
    let figures = sorted(figures);
    match (figures.first(), figures.last()) {
        (Some(least), Some(most)) => (most - least) / 2.0 / median(figures.iter().copied()),
        _ => f64::NAN,
    }
}

pub(crate) fn least(figures: &[f64]) -> f64 {
    figures.iter().copied().fold(f64::NAN, f64::min)
}

/// How many times the base figures are, round by round: what disturbed a whole round disturbed
/// both.
pub(crate) fn times(figures: &[f64], base: &[f64]) -> f64 {
    median(figures.iter().zip(base).map(|(figure, base)| figure / base))
}

fn sorted(figures: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut figures: Vec<f64> = figures.into_iter().collect();
    figures.sort_by(f64::total_cmp);
    figures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outlier_moves_the_spread_and_not_the_median() {
        assert_eq!(median([10.0, 9.0, 100.0]), 10.0);
        assert_eq!(median([4.0, 2.0]), 3.0);
        assert!(median([]).is_nan());
        assert_eq!(spread([10.0, 9.0, 11.0]), 0.1);
        assert_eq!(spread([5.0]), 0.0);
        assert_eq!(least(&[10.0, 9.0, 100.0]), 9.0);
    }

    #[test]
    fn a_round_that_was_slow_for_all_does_not_count_against_one() {
        assert_eq!(times(&[12.0, 24.0, 11.0], &[10.0, 20.0, 11.0]), 1.2);
    }
}
