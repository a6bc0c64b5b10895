/// How multicast DNS is doing on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// Nothing has been tried yet.
    Starting,
    /// It asks and answers. A remark says what it cannot see, and how to mend that.
    Working { remark: Option<String> },
    /// It sees nothing at the moment, and tries again.
    Failing { reason: String },
}
