use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};

const DESCRIPTION: &str = "\
Every error has the same envelope. `X-API-Version` names the version on every response, \
`X-Request-Id` the request in the log.

A program on the gateway's own machine needs no credential, except where only `bearer` is listed. \
A request that carries a credential is judged by that credential alone.";

#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "Gatehouse", license(name = "MIT OR Apache-2.0")),
    components(schemas(crate::ErrorBody))
)]
struct Base;

/// The description that the slices' endpoints are added to.
pub(crate) fn describe() -> OpenApi {
    let mut openapi = Base::openapi();
    openapi.info.version = env!("CARGO_PKG_VERSION").to_owned();
    openapi.info.description = Some(DESCRIPTION.to_owned());
    let components = openapi.components.get_or_insert_default();
    let key = SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::new("X-API-Key")));
    components
        .add_security_scheme("bearer", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    components.add_security_scheme("apiKey", key);
    openapi
}

/// Names every operation after its method and path (`getDevicesByDeviceId`), so that generated
/// clients get names that are unique and stay.
pub(crate) fn name_operations(openapi: &mut OpenApi) {
    for (path, item) in &mut openapi.paths.paths {
        for (method, operation) in operations(item) {
            operation.operation_id = Some(operation_id(method, path));
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    let all = [
        ("get", item.get.as_mut()),
        ("post", item.post.as_mut()),
        ("put", item.put.as_mut()),
        ("patch", item.patch.as_mut()),
        ("delete", item.delete.as_mut()),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation?)))
}

fn operation_id(method: &str, path: &str) -> String {
    let path = path.strip_prefix("/api/v1").unwrap_or(path);
    let mut id = method.to_owned();
    for part in path.split('/') {
        if part.starts_with('{') {
            id.push_str("By");
        }
        for word in part.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()) {
            id.push_str(&word[..1].to_ascii_uppercase());
            id.push_str(&word[1..]);
        }
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_named_after_method_and_path() {
        for (method, path, id) in [
            ("get", "/api/v1/devices", "getDevices"),
            ("get", "/api/v1/devices/{deviceId}", "getDevicesByDeviceId"),
            ("post", "/api/v1/auth/setup-status", "postAuthSetupStatus"),
            ("get", "/healthz", "getHealthz"),
        ] {
            assert_eq!(operation_id(method, path), id);
        }
    }
}
