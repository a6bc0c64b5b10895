use kit::{Error, Page};
use serde::Deserialize;
use utoipa::IntoParams;

/// The two parameters of every list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// At most this many entries; a larger number than the list allows is lowered to it.
    #[param(value_type = Option<i64>)]
    limit: Option<String>,
    /// Skip this many entries.
    #[param(value_type = Option<i64>, minimum = 0)]
    offset: Option<String>,
}

impl Paging {
    /// Whether the caller asked for a part of the list at all.
    pub fn is_given(&self) -> bool {
        self.limit.is_some() || self.offset.is_some()
    }

    pub fn page(&self, default: u32, max: u32) -> Result<Page, Error> {
        let limit = number("limit", self.limit.as_deref())?.unwrap_or(default.into());
        let limit = u32::try_from(limit).unwrap_or(max).min(max);
        Ok(Page { limit: Some(limit), offset: self.offset()? })
    }

    /// For lists without a bound, where `-1` asks for everything.
    pub fn unbounded(&self) -> Result<Page, Error> {
        let limit = match self.limit.as_deref() {
            None | Some("-1") => None,
            given => number("limit", given)?.map(|count| u32::try_from(count).unwrap_or(u32::MAX)),
        };
        Ok(Page { limit, offset: self.offset()? })
    }

    fn offset(&self) -> Result<u32, Error> {
        let offset = number("offset", self.offset.as_deref())?.unwrap_or(0);
        Ok(u32::try_from(offset).unwrap_or(u32::MAX))
    }
}

fn number(field: &str, text: Option<&str>) -> Result<Option<u64>, Error> {
    let Some(text) = text else { return Ok(None) };
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits {
        return Err(Error::invalid(field, "must be a number that is not negative"));
    }
    // More digits than fit are simply a very large number.
    Ok(Some(text.parse().unwrap_or(u64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paging(limit: Option<&str>, offset: Option<&str>) -> Paging {
        Paging { limit: limit.map(Into::into), offset: offset.map(Into::into) }
    }

    #[test]
    fn a_limit_above_the_maximum_is_lowered_and_rubbish_refused() {
        let page = |limit| paging(limit, None).page(50, 100).map(|page| page.limit);
        assert_eq!(page(None).ok(), Some(Some(50)));
        assert_eq!(page(Some("7")).ok(), Some(Some(7)));
        assert_eq!(page(Some("101")).ok(), Some(Some(100)));
        assert_eq!(page(Some("99999999999999999999999")).ok(), Some(Some(100)));
        for bad in ["-1", "ten", "", "1.5", "+3", "0x10"] {
            assert!(page(Some(bad)).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn minus_one_means_everything_where_there_is_no_bound() {
        assert_eq!(
            paging(Some("-1"), Some("2")).unbounded().ok(),
            Some(Page { limit: None, offset: 2 })
        );
        assert!(paging(Some("-2"), None).unbounded().is_err());
    }
}
