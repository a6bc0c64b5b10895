//! The JSON of this slice.

mod channels;
mod notifications;
mod rules;
mod webhooks;

pub(crate) use channels::{ChannelInput, ChannelList, ChannelView, PushKey, TestResult};
pub(crate) use notifications::{
    Cleared, DeviceDismissed, Dismissed, NotificationList, Retried, RetryInput, RetryMany,
    StaleList, StatsView,
};
pub(crate) use rules::{RuleInput, RuleList, RuleView};
pub(crate) use webhooks::{ActivityBody, ActivityReported, CustomBody, CustomReported};
