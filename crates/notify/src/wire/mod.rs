//! The JSON of this slice.

mod channels;
mod notifications;
mod rules;
mod webhooks;

pub(crate) use channels::{ChannelInput, ChannelList, ChannelView, PushKey, TestResult};
pub(crate) use notifications::{
    Cleared, DeviceDismissed, DismissedNotification, NotificationList, NotificationStats, Retried,
    RetryInput, RetryMany, StaleList,
};
pub(crate) use rules::{RuleInput, RuleList, RuleView};
pub(crate) use webhooks::{ActivityReported, CustomBody, CustomReported, ReportedActivity};
