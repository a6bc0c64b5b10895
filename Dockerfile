# syntax=docker/dockerfile:1
# docker build --build-arg SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)" \
#     --build-arg GATEHOUSE_COMMIT="$(git rev-parse --short=12 HEAD)" -t gatehouse .

FROM node:20-bookworm-slim AS dashboard
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY web ./
COPY crates/dashboard /src/crates/dashboard
RUN npm run build

FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
COPY --from=dashboard /src/crates/dashboard/site crates/dashboard/site
ARG SOURCE_DATE_EPOCH
ARG GATEHOUSE_COMMIT
ENV RUSTFLAGS="--remap-path-prefix=/src=. --remap-path-prefix=/usr/local/cargo=cargo"
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked -p gatehouse && install -D target/release/gatehouse /out/gatehouse

FROM debian:bookworm-slim
# What scripts are written in, and the authorities that public certificates come from.
RUN apt-get update \
    && apt-get install -y --no-install-recommends bash ca-certificates python3 \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 gatehouse \
    && useradd --uid 10001 --gid gatehouse --home-dir /gatehouse --no-create-home \
        --shell /usr/sbin/nologin gatehouse \
    && install -d -o gatehouse -g gatehouse -m 0700 /gatehouse/data \
    && install -d /gatehouse/scripts /gatehouse/toolbox
COPY --from=build /out/gatehouse /usr/local/bin/gatehouse
# The defaults are below here: config.yaml, data, scripts, toolbox.
WORKDIR /gatehouse
USER 10001:10001
VOLUME /gatehouse/data
EXPOSE 8443 8444
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 \
    CMD ["gatehouse", "healthcheck"]
ENTRYPOINT ["gatehouse"]
