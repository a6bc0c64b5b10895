use engines::{LogLine, LogStream, LogTime};
use kit::{Error, Result, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::model::{Incident, Line};
use super::ring::Search;

const DEFAULT_LIMIT: usize = 100;
const MOST: usize = 1_000;
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
    pub(super) lines: Vec<Line>,
    pub(super) count: usize,
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
    /// `docker` or `kubernetes`; the primary runtime where it is left out.
    pub(super) runtime: Option<String>,
    pub(super) namespace: Option<String>,
}

impl LogQuery {
    pub(super) fn search(&self) -> Result<Search> {
        let text = self.q.as_deref().filter(|text| !text.is_empty());
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
            since: self.since.as_deref().filter(|text| !text.is_empty()).map(moment).transpose()?,
            until: None,
            stream,
            limit: self.limit()?,
        })
    }

    fn limit(&self) -> Result<usize> {
        let Some(text) = self.limit.as_deref().filter(|text| !text.is_empty()) else {
            return Ok(DEFAULT_LIMIT);
        };
        let limit = text.parse::<u64>();
        let limit = limit.map_err(|_| Error::invalid("limit", "must be a number, 0 or more"))?;
        Ok(usize::try_from(limit).unwrap_or(MOST).min(MOST))
    }
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
            stream: line.stream.as_str().to_owned(),
            message: line.text[..line.text.floor_char_boundary(longest)].to_owned(),
        }
    }
}
