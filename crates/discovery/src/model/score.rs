/// How sure a source is, and why: the highest tier that applies and every bonus that applies.
/// Counted in hundredths, so that sums are exact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Score {
    tier: (u8, String),
    bonuses: Vec<(u8, String)>,
}

impl Score {
    /// Begins with the tier that everything from a source has.
    pub(crate) fn base(points: u8, reason: impl Into<String>) -> Self {
        Score { tier: (points, reason.into()), bonuses: Vec::new() }
    }

    /// A tier that applies as well; the highest counts.
    pub(crate) fn tier(&mut self, points: u8, reason: impl Into<String>) {
        if points > self.tier.0 {
            self.tier = (points, reason.into());
        }
    }

    pub(crate) fn bonus(&mut self, points: u8, reason: impl Into<String>) {
        self.bonuses.push((points, reason.into()));
    }

    /// From 0 to 1.
    pub(crate) fn confidence(&self) -> f64 {
        let bonuses: u32 = self.bonuses.iter().map(|(points, _)| u32::from(*points)).sum();
        f64::from((u32::from(self.tier.0) + bonuses).min(100)) / 100.0
    }

    /// One line for the tier and one for each bonus.
    pub(crate) fn evidence(&self) -> Vec<String> {
        let (points, reason) = &self.tier;
        let tier = format!("{}: {reason}", figure(*points));
        let bonuses = self.bonuses.iter();
        let bonuses = bonuses.map(|(points, reason)| format!("+{}: {reason}", figure(*points)));
        std::iter::once(tier).chain(bonuses).collect()
    }
}

fn figure(points: u8) -> String {
    format!("{}.{:02}", points / 100, points % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_tier_and_all_bonuses_count_up_to_one() {
        let mut score = Score::base(50, "a container");
        assert_eq!(score.confidence(), 0.5);
        score.tier(95, "svc.enable is true");
        score.tier(85, "svc.app.id is given");
        assert_eq!(score.confidence(), 0.95);
        score.bonus(20, "a well-known image");
        assert_eq!(score.confidence(), 1.0);
        let evidence = ["0.95: svc.enable is true", "+0.20: a well-known image"];
        assert_eq!(score.evidence(), evidence);
    }
}
