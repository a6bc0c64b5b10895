use std::sync::Arc;

use http::HeaderMap;
use routing::{AccessLog, AccessRecord, Trace};

use crate::AccessLogger;
use crate::traces::Tracer;

/// Where the data plane's records go: into the access log, and out as spans. Cheap to clone.
#[derive(Clone)]
pub struct Records {
    pub(crate) access_log: AccessLogger,
    pub(crate) tracer: Tracer,
}

impl AccessLog for Records {
    fn is_on(&self) -> bool {
        self.access_log.is_on() || self.tracer.is_on()
    }

    fn trace(&self, headers: &HeaderMap, request_id: &Arc<str>) -> Option<Trace> {
        self.tracer.begin(headers, request_id)
    }

    fn write(&self, mut record: AccessRecord) {
        if let Some(trace) = record.trace.take() {
            self.tracer.put(trace, record.clone());
        }
        if self.access_log.is_on() {
            self.access_log.write(record);
        }
    }
}
