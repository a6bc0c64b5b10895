use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use kit::Error;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::responses::{
    BadGateway, Conflict, Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable,
    TooLarge, Unauthorized,
};
use web::{Json, Path, Query, Require, Result, Token, TokenWrite};

use crate::Certs;
use crate::domain::Domain;
use crate::service::Order;
use crate::trust::{self, CaFormat};
use crate::wire::{
    CaQuery, CertificateAnswer, CertificateList, Deleted, GenerateInput, Made, RenewInput,
    ReplaceInput, Suggestions,
};

pub(crate) fn routes(certs: Certs) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(generate))
        .routes(routes!(list))
        .routes(routes!(suggest))
        .routes(routes!(renew))
        .routes(routes!(replace))
        .routes(routes!(ca))
        .routes(routes!(read, delete))
        .route("/.well-known/acme-challenge/{token}", get(proof))
        .merge(trust::routes())
        .with_state(certs)
}

/// Make a certificate
///
/// `self-signed`: signed by the local CA where all names are private, else by itself. `acme`: from
/// the public authority that `certificates.acme.directory` names; the answer comes when it has
/// signed, which can take minutes. 400 with `INVALID_DOMAIN` for what is no name; 502 where the
/// authority refuses, 503 where there is none. One that goes by the same name is replaced. All keep
/// the gateway's key, so that pins stay true.
#[utoipa::path(
    post, path = "/api/v1/certificates/generate", tag = "Certificates",
    request_body = GenerateInput, security(("bearer" = ["write:*"])),
    responses((status = 201, description = "It is served from now on.", body = Made),
        Invalid, Unauthorized, Forbidden, Conflict, TooLarge, NotJson, Limited, BadGateway,
        StorageUnavailable),
)]
async fn generate(
    caller: Require<TokenWrite>,
    State(certs): State<Certs>,
    Json(input): Json<GenerateInput>,
) -> Result<(StatusCode, Json<Made>)> {
    let order = Order::read(&input.domains, input.provider.as_deref())?;
    let listed = certs.generate(&caller.actor(), order).await?;
    let made = Made::new(&listed, certs.clock().now(), certs.is_serving());
    Ok((StatusCode::CREATED, Json(made)))
}

/// List the certificates
#[utoipa::path(
    get, path = "/api/v1/certificates", tag = "Certificates", security(("bearer" = [])),
    responses((status = 200, description = "The default one first, then by name.",
        body = CertificateList), Unauthorized, Forbidden, Limited),
)]
async fn list(_: Require<Token>, State(certs): State<Certs>) -> Json<CertificateList> {
    Json(CertificateList::new(&certs.list(), certs.clock().now()))
}

/// Suggest names for a certificate
///
/// What this machine is called, as far as it knows: host names, names below `.local`, addresses of
/// both families.
#[utoipa::path(
    get, path = "/api/v1/certificates/suggest", tag = "Certificates", security(("bearer" = [])),
    responses((status = 200, description = "Names that `generate` takes.", body = Suggestions),
        Unauthorized, Forbidden, Limited),
)]
async fn suggest(_: Require<Token>, State(certs): State<Certs>) -> Json<Suggestions> {
    Json(Suggestions::new(certs.suggest()))
}

/// Read a certificate
#[utoipa::path(
    get, path = "/api/v1/certificates/{domain}", tag = "Certificates",
    params(("domain" = String, Path, description = "The name that it goes by.")),
    security(("bearer" = [])),
    responses((status = 200, description = "The certificate; its key never leaves the gateway.",
        body = CertificateAnswer), Invalid, Unauthorized, Forbidden, Missing, Limited),
)]
async fn read(
    _: Require<Token>,
    State(certs): State<Certs>,
    Path(domain): Path<String>,
) -> Result<Json<CertificateAnswer>> {
    let listed = certs.read(&Domain::parse(&domain)?)?;
    Ok(Json(CertificateAnswer::new(&listed, certs.clock().now())))
}

/// Delete a certificate
///
/// Its names are served with the default one again. 409 for the one that the gateway itself is
/// served with.
#[utoipa::path(
    delete, path = "/api/v1/certificates/{domain}", tag = "Certificates",
    params(("domain" = String, Path, description = "The name that it goes by.")),
    security(("bearer" = ["write:*"])),
    responses((status = 200, description = "It is gone.", body = Deleted),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, StorageUnavailable),
)]
async fn delete(
    caller: Require<TokenWrite>,
    State(certs): State<Certs>,
    Path(domain): Path<String>,
) -> Result<Json<Deleted>> {
    let domain = Domain::parse(&domain)?;
    certs.delete(&caller.actor(), &domain).await?;
    Ok(Json(Deleted::new(&domain)))
}

/// Renew a certificate now
///
/// The gateway renews its certificates by itself at two thirds of their life; this does it at once,
/// with the same names and the same key. 409 for one that somebody else made.
#[utoipa::path(
    post, path = "/api/v1/certificates/renew", tag = "Certificates", request_body = RenewInput,
    security(("bearer" = ["write:*"])),
    responses((status = 200, description = "The new one is served from now on.", body = Made),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, TooLarge, NotJson, Limited,
        BadGateway, StorageUnavailable),
)]
async fn renew(
    caller: Require<TokenWrite>,
    State(certs): State<Certs>,
    Json(input): Json<RenewInput>,
) -> Result<Json<Made>> {
    let domain = Domain::parse(&input.domain)?;
    let listed = certs.renew(&caller.actor(), &domain).await?;
    Ok(Json(Made::new(&listed, certs.clock().now(), certs.is_serving())))
}

/// Serve a pair that somebody else made
///
/// In the place of the certificate that goes by this domain, or beside the others. The leaf must be
/// for the domain and valid now, each certificate signed by the next, and the key the leaf's. Where
/// the gateway's own clients meet another key by it, they are told first (`certificate_changing`).
#[utoipa::path(
    post, path = "/api/v1/certificates/replace", tag = "Certificates", request_body = ReplaceInput,
    security(("bearer" = ["write:*"])),
    responses((status = 200, description = "It is served from now on.", body = Made),
        Invalid, Unauthorized, Forbidden, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
async fn replace(
    caller: Require<TokenWrite>,
    State(certs): State<Certs>,
    Json(input): Json<ReplaceInput>,
) -> Result<Json<Made>> {
    let domain = Domain::parse(&input.domain)?;
    let (chain, key) = (&input.certificate, &input.private_key);
    let listed = certs.replace(&caller.actor(), &domain, chain, key).await?;
    Ok(Json(Made::new(&listed, certs.clock().now(), certs.is_serving())))
}

/// Download the local CA's certificate
///
/// For devices to trust. It is no secret; `/_gh/trust` gives it to everybody.
#[utoipa::path(
    get, path = "/api/v1/certificates/ca", tag = "Certificates", params(CaQuery),
    security(("bearer" = [])),
    responses((status = 200, description = "The certificate.", content(
            (String = "application/x-pem-file"), (Vec<u8> = "application/x-x509-ca-cert"),
            (String = "application/x-apple-aspen-config"))),
        Invalid, Unauthorized, Forbidden, Limited),
)]
async fn ca(
    _: Require<Token>,
    State(certs): State<Certs>,
    Query(query): Query<CaQuery>,
) -> Result<Response> {
    let format = match query.format.as_deref() {
        None | Some("pem") => CaFormat::Pem,
        Some("der") => CaFormat::Der,
        Some("mobileconfig") => CaFormat::Mobileconfig,
        Some(_) => {
            return Err(Error::invalid("format", "expected pem, der or mobileconfig").into());
        }
    };
    Ok(trust::download(&certs, format))
}

/// Public authorities ask for it without a credential. It holds what they told us.
async fn proof(State(certs): State<Certs>, Path(token): Path<String>) -> Result<Response> {
    let answer = certs.proof(&token).ok_or_else(|| Error::not_found("The proof"))?;
    Ok(([(CONTENT_TYPE, "application/octet-stream")], answer).into_response())
}
