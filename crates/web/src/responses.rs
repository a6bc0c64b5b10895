//! The error answers that endpoints declare in their descriptions. Each endpoint names those
//! that it can really give.

use utoipa::IntoResponses;

use crate::ErrorBody;

macro_rules! answers {
    ($($(#[$doc:meta])* $name:ident = $status:literal, $text:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(IntoResponses)]
            #[response(status = $status, description = $text)]
            #[allow(dead_code, reason = "it only describes")]
            pub struct $name(ErrorBody);
        )*
    };
}

answers! {
    Invalid = 400, "The request is malformed or fails validation; `details` says where.";
    Unauthorized = 401, "No credential, or one that does not pass.";
    Forbidden = 403, "The caller lacks a scope that this needs.";
    Foreign = 403, "Another site's page sent this.";
    Missing = 404, "There is no such thing.";
    Conflict = 409, "It exists already, or its state does not allow this.";
    TooLarge = 413, "The body is larger than 1 MiB.";
    NotJson = 415, "The body is not `application/json`.";
    Limited = 429, "Too many requests; `Retry-After` says when to try again.";
    EngineFailed = 500, "The engine could not do it, or no runtime is switched on; the code says which.";
    BadGateway = 502, "Another server that this needs did not do its part.";
    StorageUnavailable = 503, "The database cannot be reached or written at the moment.";
    RuntimeUnavailable = 503, "The runtime is switched off or cannot be reached, or the database cannot.";
}
