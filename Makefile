# Everything needs a Rust toolchain; what else a target needs, it gets by itself (see scripts/).
.DEFAULT_GOAL := help
.PHONY: help dashboard run build dist test test-kubernetes lint audit gen bench soak pictures

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

dashboard: ## build the dashboard, which becomes part of the program
	@scripts/build-dashboard

run: dashboard ## start the gateway at https://localhost:8443 (ARGS="--insecure-http" for plain HTTP)
	cargo run --release -p gatehouse -- $(ARGS)

build: dashboard ## build the release binary
	cargo build --release -p gatehouse

dist: ## make a release in dist/: archive, Debian package, list of parts, checksums
	@scripts/dist

test: ## run all tests; Debian packages that are missing are installed when root
	@scripts/setup-test
	@scripts/steps \
		'dashboard-build 600 scripts/build-dashboard' \
		'rust 3000 scripts/test-rust' \
		'& dashboard 900 scripts/test-dashboard' \
		'runtime 600 scripts/test-runtime' \
		'apps 1500 scripts/test-apps' \
		'openapi 900 scripts/test-openapi' \
		'metrics 300 scripts/test-metrics' \
		'monitoring 300 scripts/test-monitoring'
	@echo "== all tests passed$(if $(GATEHOUSE_TEST_SKIP), (left out: $(GATEHOUSE_TEST_SKIP)))"

test-kubernetes: ## run the tests that need a whole Kubernetes; the first time builds one (15 minutes)
	@scripts/steps 'kubernetes 2400 scripts/test-kubernetes'

lint: ## formatting, clippy, stale generated files
	@scripts/steps \
		'format 60 cargo fmt --all --check' \
		'clippy 2400 cargo clippy --workspace --all-targets -- -D warnings' \
		'clippy-kubernetes 600 cargo clippy --workspace --test kubernetes -- -D warnings' \
		'clippy-small 600 cargo clippy --workspace --no-default-features -- -D warnings' \
		'generated 1500 scripts/gen --check' \
		'deploy 60 scripts/check-deploy' \
		'dashboard-lint 300 npm run --prefix web --silent lint'

# The tool is built from source and the advisory database is fetched, which lint must not depend on.
audit: ## licences, sources and known vulnerabilities of dependencies (needs the network)
	"$$(scripts/setup-lint)" check

gen: ## write docs/reference from the program, its client, and the script that apps get
	scripts/gen

pictures: ## take the pictures of the guide anew
	scripts/pictures

# The parts, scenarios and proxies are named in scripts/bench.
bench: dashboard ## measure the release build, alone and beside other proxies (NAME=x, QUICK=1, ONLY=, PROXIES=)
	cargo build --release -p gatehouse -p bench
	@scripts/bench $(if $(QUICK),--quick) $(if $(ONLY),--only $(ONLY)) \
		$(if $(PROXIES),--proxies $(PROXIES)) $(NAME)

soak: build ## fuzz, then keep the release build busy (GATEHOUSE_FUZZ_SECONDS=60, GATEHOUSE_SOAK_MINUTES=10)
	@scripts/soak
