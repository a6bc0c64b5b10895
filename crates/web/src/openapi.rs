use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
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
pub fn describe() -> OpenApi {
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
