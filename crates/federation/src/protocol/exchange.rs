//! One question and one answer, by which two gateways exchange their lists of apps.

use kit::Entropy;
use serde::{Deserialize, Serialize};

use super::signed::{self, Kind};
use super::{Identity, PeerId, Record, digest};

/// Somebody asks for another's list, and offers his own.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) from: Record,
    to: PeerId,
    /// The digest of the answerer's list that the asker has already.
    has: String,
    /// The asker brings his own list, whatever the other has of it.
    brings: bool,
    nonce: String,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) from: Record,
    /// The digest of the asker's list that the answerer has already.
    pub(crate) has: String,
    /// Left out where the asker has it already.
    pub(crate) apps: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct QuestionText {
    from: String,
    to: String,
    has: String,
    brings: bool,
    nonce: String,
}

#[derive(Serialize, Deserialize)]
struct AnswerText {
    from: String,
    to: String,
    has: String,
    apps: Option<String>,
    nonce: String,
}

impl Question {
    pub(crate) fn new(from: &Record, to: &PeerId, has: &str, brings: bool) -> Self {
        let nonce = Entropy.hex::<16>();
        Question { from: from.clone(), to: to.clone(), has: has.to_owned(), brings, nonce }
    }

    pub(crate) fn write(&self, identity: &Identity) -> String {
        let text = QuestionText {
            from: self.from.text.clone(),
            to: self.to.to_string(),
            has: self.has.clone(),
            brings: self.brings,
            nonce: self.nonce.clone(),
        };
        signed::write(identity, Kind::Question, &text)
    }

    /// `None`: it is for somebody else, or not from whom it says.
    pub(crate) fn read(text: &str, we: &PeerId) -> Option<Self> {
        let asker = |text: &QuestionText| Record::read(&text.from);
        let read = signed::read(Kind::Question, text, |text| asker(text).map(|from| from.key))?;
        let from = asker(&read)?;
        let to = PeerId::parse(&read.to).filter(|to| to == we)?;
        Some(Question { from, to, has: read.has, brings: read.brings, nonce: read.nonce })
    }

    /// Whether the asker's list follows the answer; both sides know.
    pub(crate) fn wants_to_bring(&self, has: &str) -> bool {
        self.brings || self.from.said.digest != has
    }

    /// `has`: what the answerer has of the asker's list. `apps`: the answerer's own.
    pub(crate) fn answer(
        &self,
        identity: &Identity,
        own: &Record,
        has: &str,
        apps: &str,
    ) -> String {
        let known = own.said.digest == self.has;
        let text = AnswerText {
            from: own.text.clone(),
            to: self.from.id.to_string(),
            has: has.to_owned(),
            apps: (!known).then(|| apps.to_owned()),
            nonce: self.nonce.clone(),
        };
        signed::write(identity, Kind::Answer, &text)
    }

    /// The answer to exactly this question, by the one who was asked.
    pub(crate) fn read_answer(&self, text: &str) -> Option<Answer> {
        let answerer = |text: &AnswerText| Record::read(&text.from);
        let read = signed::read(Kind::Answer, text, |text| answerer(text).map(|from| from.key))?;
        let from = answerer(&read).filter(|from| from.id == self.to)?;
        let ours = read.nonce == self.nonce && read.to == self.from.id.as_str();
        let whole = read.apps.as_deref().is_none_or(|apps| digest(apps) == from.said.digest);
        (ours && whole).then_some(Answer { from, has: read.has, apps: read.apps })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Statement;
    use super::*;

    fn gateway(name: &str, apps: &str) -> (Identity, Record) {
        let kept = Identity::generate().expect("a key");
        let identity = Identity::read(&kept).expect("an identity");
        let said = Statement {
            key: identity.key().text(),
            generation: 1,
            sequence: 1,
            name: name.to_owned(),
            url: "https://10.0.0.2:8443".to_owned(),
            pin: None,
            gossip: "10.0.0.2:7946".parse().expect("an address"),
            open: false,
            version: "0.1.0".to_owned(),
            apps: 0,
            digest: digest(apps),
        };
        let record = Record::write(&identity, said);
        (identity, record)
    }

    #[test]
    fn an_answer_counts_for_its_question_and_from_its_gateway_alone() {
        let ((attic, attic_says), (cellar, cellar_says)) =
            (gateway("attic", "[]"), gateway("cellar", "[]"));
        let (stranger, stranger_says) = gateway("stranger", "[]");
        let question = Question::new(&attic_says, cellar.id(), "", false);
        let text = question.write(&attic);
        assert!(Question::read(&text, stranger.id()).is_none(), "it is for another");
        let heard = Question::read(&text, cellar.id()).expect("a question");
        assert!(heard.wants_to_bring("other") && !heard.wants_to_bring(&attic_says.said.digest));
        let answer = heard.answer(&cellar, &cellar_says, "", "[]");
        assert_eq!(question.read_answer(&answer).expect("it").apps.as_deref(), Some("[]"));
        let later = Question::new(&attic_says, cellar.id(), "", false);
        assert!(later.read_answer(&answer).is_none(), "an old answer was played again");
        let forged = heard.answer(&stranger, &stranger_says, "", "[]");
        assert!(question.read_answer(&forged).is_none(), "another answers");
        let forged = heard.answer(&stranger, &cellar_says, "", "[]");
        assert!(question.read_answer(&forged).is_none(), "another answers in its name");
        let other = heard.answer(&cellar, &cellar_says, "", "[1]");
        assert!(question.read_answer(&other).is_none(), "not the list that it announces");
    }

    #[test]
    fn what_is_known_already_is_not_sent() {
        let ((attic, attic_says), (cellar, cellar_says)) =
            (gateway("attic", "[]"), gateway("cellar", "[]"));
        let question = Question::new(&attic_says, cellar.id(), &cellar_says.said.digest, true);
        let heard = Question::read(&question.write(&attic), cellar.id()).expect("a question");
        let answer = heard.answer(&cellar, &cellar_says, "", "[]");
        assert!(question.read_answer(&answer).expect("an answer").apps.is_none());
        assert!(heard.wants_to_bring(&attic_says.said.digest), "the asker said so");
    }
}
