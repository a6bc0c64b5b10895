/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// `None`: everything.
    pub limit: Option<u32>,
    pub offset: u32,
}

impl Page {
    pub const ALL: Page = Page { limit: None, offset: 0 };

    pub fn first(limit: u32) -> Self {
        Page { limit: Some(limit), offset: 0 }
    }

    /// The limit as SQL wants it, where there is always a number.
    pub fn sql_limit(self) -> i64 {
        self.limit.map_or(i64::MAX, i64::from)
    }

    pub fn sql_offset(self) -> i64 {
        i64::from(self.offset)
    }
}

/// A part of a list, and how long the whole is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paged<T> {
    pub items: Vec<T>,
    pub total: u64,
}
