//! One check: a request, and what its answer means.

use fetch::{Fetcher, Limits, Request, Take};
use futures::FutureExt;
use futures::future::BoxFuture;

use super::Outcome;
use super::plan::Plan;

/// Asks an app. A port, so that the scheduler can be tested without a network.
pub(super) trait Probe: Send + Sync {
    fn probe<'a>(&'a self, plan: &'a Plan) -> BoxFuture<'a, Outcome>;
}

impl Probe for Fetcher {
    fn probe<'a>(&'a self, plan: &'a Plan) -> BoxFuture<'a, Outcome> {
        async move {
            if plan.away {
                let failure = Some("the app is not running".to_owned());
                return Outcome { failure, status_code: None, response_time: None };
            }
            let limits = Limits { time: plan.timeout, take: Take::Head };
            let request = Request::get(&plan.endpoint, plan.path.clone(), limits);
            match self.send(&request).await {
                Ok(fetched) => Outcome {
                    failure: judge(fetched.status.as_u16(), plan.expected_status),
                    status_code: Some(fetched.status.as_u16()),
                    response_time: Some(fetched.elapsed),
                },
                Err(error) => Outcome {
                    failure: Some(error.to_string()),
                    status_code: None,
                    response_time: None,
                },
            }
        }
        .boxed()
    }
}

/// Why a status is a failure. An app that asks for a login, or knows no such page, is there.
fn judge(status: u16, expected: Option<u16>) -> Option<String> {
    match expected {
        Some(expected) => {
            (status != expected).then(|| format!("answered {status} instead of {expected}"))
        }
        None => (status >= 500).then(|| format!("answered {status}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_answer_below_500_is_healthy_unless_the_route_says_otherwise() {
        for healthy in [200, 204, 301, 401, 404, 429, 499] {
            assert_eq!(judge(healthy, None), None);
        }
        assert_eq!(judge(503, None).as_deref(), Some("answered 503"));
        assert_eq!(judge(503, Some(503)), None);
        assert_eq!(judge(200, Some(204)).as_deref(), Some("answered 200 instead of 204"));
    }
}
