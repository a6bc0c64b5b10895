# Everything needs a Rust toolchain; what else a target needs, it gets by itself (see scripts/).
.DEFAULT_GOAL := help
.PHONY: help dashboard run build test test-kubernetes lint audit gen bench soak

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

dashboard: ## build the dashboard, which becomes part of the program
	@scripts/build-dashboard

run: dashboard ## start the gateway at https://localhost:8443 (ARGS="--insecure-http" for plain HTTP)
	cargo run --release -p gatehouse -- $(ARGS)

build: dashboard ## build the release binary
	cargo build --release -p gatehouse

test: ## run all tests; Debian packages that are missing are installed when root
	@scripts/setup-test
	@scripts/build-dashboard
	cargo build -p gatehouse
	cargo test --workspace
	@scripts/test-runtime
	@scripts/test-apps
	@scripts/test-dashboard
	@scripts/test-openapi
	@scripts/test-metrics
	@scripts/test-monitoring
	@echo "== all tests passed$(if $(GATEHOUSE_TEST_SKIP), (left out: $(GATEHOUSE_TEST_SKIP)))"

test-kubernetes: ## run the tests that need a whole Kubernetes; the first time builds one (15 minutes)
	@scripts/test-kubernetes

# The advisory database has to be fetched, which lint must not depend on: that is `make audit`.
lint: ## formatting, clippy, licences and sources of dependencies, stale generated files
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy --workspace --test kubernetes -- -D warnings
	"$$(scripts/setup-lint)" --log-level error check bans licenses sources
	scripts/gen --check
	npm run --prefix web --silent lint

audit: ## look for known vulnerabilities in dependencies (needs the network)
	"$$(scripts/setup-lint)" check advisories

gen: ## write docs/reference from the program, its client, and the script that apps get
	scripts/gen

# The parts, scenarios and proxies are named in scripts/bench.
bench: ## measure the release build, alone and beside other proxies (NAME=x, QUICK=1, ONLY=, PROXIES=)
	cargo build --release -p gatehouse -p bench
	@scripts/bench $(if $(QUICK),--quick) $(if $(ONLY),--only $(ONLY)) \
		$(if $(PROXIES),--proxies $(PROXIES)) $(NAME)

soak: build ## keep the release build busy and watch it (GATEHOUSE_SOAK_MINUTES=10)
	@scripts/soak
