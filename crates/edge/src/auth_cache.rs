use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use kit::Timestamp;
use routing::{Gate, Passport, Presented};

/// Answers of the gate that were given before, per lane. An answer holds while the gate's
/// generation stands still and the credential has not expired.
#[derive(Default)]
pub(crate) struct AuthCache(RefCell<Known>);

#[derive(Default)]
struct Known {
    generation: u64,
    tokens: HashMap<Box<str>, Rc<Passport>, FixedState>,
    keys: HashMap<Box<str>, Rc<Passport>, FixedState>,
    cookies: HashMap<Box<str>, Rc<Passport>, FixedState>,
}

/// Only credentials that passed are kept, so nobody can choose names that collide.
type FixedState = foldhash::fast::FixedState;

const MOST_KNOWN: usize = 4096;

impl Known {
    fn of(&mut self, presented: Presented<'_>) -> &mut HashMap<Box<str>, Rc<Passport>, FixedState> {
        match presented {
            Presented::Token(_) => &mut self.tokens,
            Presented::Key(_) => &mut self.keys,
            Presented::Cookie(_) => &mut self.cookies,
        }
    }
}

impl AuthCache {
    pub(crate) fn judge(
        &self,
        gate: &dyn Gate,
        now: Timestamp,
        presented: Presented<'_>,
    ) -> kit::Result<Rc<Passport>> {
        let (Presented::Token(text) | Presented::Key(text) | Presented::Cookie(text)) = presented;
        let generation = gate.generation();
        let mut known = self.0.borrow_mut();
        if known.generation != generation {
            *known = Known { generation, ..Known::default() };
        }
        let known = known.of(presented);
        let valid = |found: &&Rc<Passport>| found.principal.expires_at.is_none_or(|end| now < end);
        let passport = match known.get(text).filter(valid) {
            Some(passport) => passport.clone(),
            None => {
                let judged = Rc::new(gate.judge(presented)?);
                if known.len() >= MOST_KNOWN {
                    known.clear();
                }
                known.insert(text.into(), judged.clone());
                judged
            }
        };
        if let Some(usage) = &passport.usage {
            usage.touch(now);
        }
        Ok(passport)
    }
}
