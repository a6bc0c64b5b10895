use engines::{LogLine, LogStream, LogTime};
use kit::{Error, Result, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::model::{Incident, Line};
use super::ring::{Around, Found, Position, Search, StoredLine};
use super::service::Wanted;

const LONGEST_QUERY: usize = 256;

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Incidents {
    /// The newest first.
    pub(super) incidents: Vec<Incident>,
    pub(super) count: usize,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FoundLines {
    /// The oldest first.
    lines: Vec<FoundLine>,
    count: usize,
    /// How many stored lines are as they are wanted, of which these are some.
    total: usize,
    /// When the oldest line was said that is stored; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    oldest: Option<Timestamp>,
}

/// A stored line.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FoundLine {
    #[serde(flatten)]
    line: Line,
    /// Where it stands, for `around`.
    #[schema(example = "1714979289000000012.0")]
    position: String,
}

impl From<&Found> for FoundLines {
    fn from(found: &Found) -> Self {
        let line = |StoredLine { position, line }: &StoredLine| FoundLine {
            line: Line::cut(line, usize::MAX),
            position: position.to_string(),
        };
        FoundLines {
            lines: found.lines.iter().map(line).collect(),
            count: found.lines.len(),
            total: found.total,
            oldest: found.oldest.map(LogTime::timestamp),
        }
    }
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct IncidentQuery {
    /// `docker` or `kubernetes`; the primary runtime where it is left out.
    pub(super) runtime: Option<String>,
    pub(super) namespace: Option<String>,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LogQuery {
    /// Only lines that hold this text, in small or large letters.
    #[param(max_length = 256)]
    q: Option<String>,
    /// Only what was said then or later: a time such as `2030-01-31T12:00:00Z`, or seconds since
    /// 1970.
    since: Option<String>,
    /// Only this stream: `stdout` or `stderr`.
    stream: Option<String>,
    /// The last so many; 100 where it is left out, at most 1000.
    #[param(value_type = Option<u32>, maximum = 1000)]
    limit: Option<String>,
    /// The `position` of a line: it and its neighbours are wanted, and nothing is looked for.
    around: Option<String>,
    /// So many lines before that one; 50 where it is left out, at most 500.
    #[param(value_type = Option<u32>, maximum = 500)]
    before: Option<String>,
    /// So many lines after it; 50 where it is left out, at most 500.
    #[param(value_type = Option<u32>, maximum = 500)]
    after: Option<String>,
    /// `docker` or `kubernetes`; the primary runtime where it is left out.
    pub(super) runtime: Option<String>,
    pub(super) namespace: Option<String>,
}

impl LogQuery {
    pub(super) fn wanted(&self) -> Result<Wanted> {
        let Some(position) = given(&self.around) else {
            for (name, value) in [("before", &self.before), ("after", &self.after)] {
                if given(value).is_some() {
                    return Err(Error::invalid(
                        name,
                        "only counts lines around another: see around",
                    ));
                }
            }
            return Ok(Wanted::Search(self.search()?));
        };
        let others = [&self.q, &self.since, &self.stream, &self.limit];
        if others.into_iter().any(|other| given(other).is_some()) {
            let reason = "cannot be combined with q, since, stream or limit";
            return Err(Error::invalid("around", reason));
        }
        let position = Position::parse(position)
            .ok_or_else(|| Error::invalid("around", "must be the position of a stored line"))?;
        let before = count("before", &self.before, AROUND)?;
        let after = count("after", &self.after, AROUND)?;
        Ok(Wanted::Around(Around { position, before, after }))
    }

    fn search(&self) -> Result<Search> {
        let text = given(&self.q);
        if text.is_some_and(|text| text.len() > LONGEST_QUERY) {
            return Err(Error::invalid("q", "must be at most 256 bytes long"));
        }
        let stream = match self.stream.as_deref() {
            None | Some("") => None,
            Some("stdout") => Some(LogStream::Stdout),
            Some("stderr") => Some(LogStream::Stderr),
            Some(_) => return Err(Error::invalid("stream", "must be stdout or stderr")),
        };
        Ok(Search {
            text: text.map(str::to_lowercase),
            since: given(&self.since).map(moment).transpose()?,
            until: None,
            stream,
            limit: count("limit", &self.limit, LIMIT)?,
        })
    }
}

/// How many a count is where it is left out, and at most.
struct Bounds {
    usual: usize,
    most: usize,
}

const LIMIT: Bounds = Bounds { usual: 100, most: 1_000 };
const AROUND: Bounds = Bounds { usual: 50, most: 500 };

/// More than the most is lowered to it.
fn count(name: &str, value: &Option<String>, bounds: Bounds) -> Result<usize> {
    let Some(text) = given(value) else { return Ok(bounds.usual) };
    let count = text.parse::<u64>();
    let count = count.map_err(|_| Error::invalid(name, "must be a number, 0 or more"))?;
    Ok(usize::try_from(count).unwrap_or(bounds.most).min(bounds.most))
}

fn given(value: &Option<String>) -> Option<&str> {
    value.as_deref().filter(|text| !text.is_empty())
}

fn moment(text: &str) -> Result<LogTime> {
    let seconds = text.parse::<i64>().ok().map(Timestamp::from_unix);
    let moment = seconds.or_else(|| Timestamp::parse(text));
    let reason = "must be a time such as 2030-01-31T12:00:00Z, or seconds since 1970";
    moment.map(LogTime::from).ok_or_else(|| Error::invalid("since", reason))
}

impl Line {
    /// A line, of bounded length.
    pub(super) fn cut(line: &LogLine, longest: usize) -> Self {
        Line {
            timestamp: line.at.map_or(Timestamp(0), LogTime::timestamp),
            stream: line.stream.into_str().to_owned(),
            message: line.text[..line.text.floor_char_boundary(longest)].to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> Option<String> {
        Some(value.to_owned())
    }

    #[test]
    fn neighbours_of_a_line_are_bounded_and_are_no_search() {
        let wanted = |query: LogQuery| match query.wanted() {
            Ok(Wanted::Around(Around { position, before, after })) => {
                Ok((position.to_string(), before, after))
            }
            Ok(Wanted::Search(search)) => Ok((String::new(), search.limit, 0)),
            Err(error) => Err(error.details[0].field.clone()),
        };
        let around = || LogQuery { around: text("12.0"), ..LogQuery::default() };
        for (query, expected) in [
            (LogQuery::default(), Ok((String::new(), 100, 0))),
            (around(), Ok(("12.0".to_owned(), 50, 50))),
            (
                LogQuery { before: text("0"), after: text("9999"), ..around() },
                Ok(("12.0".to_owned(), 0, 500)),
            ),
            (LogQuery { before: text("-1"), ..around() }, Err("before".to_owned())),
            (LogQuery { around: text("noon"), ..around() }, Err("around".to_owned())),
            (LogQuery { q: text("error"), ..around() }, Err("around".to_owned())),
            (LogQuery { limit: text("5"), ..around() }, Err("around".to_owned())),
            (LogQuery { after: text("5"), ..LogQuery::default() }, Err("after".to_owned())),
        ] {
            let what = format!("{query:?}");
            assert_eq!(wanted(query), expected, "{what}");
        }
    }
}
