# Sourced by the scripts beside it: where things are, how to speak, how to start the program.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034 # read by the scripts that source this file
cache=${GATEHOUSE_CACHE:-$HOME/.cache/gatehouse}
target=${CARGO_TARGET_DIR:-$root/target}

say() { printf '== %s\n' "$*"; }

die() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# install_modules FOLDER: what its lock file names, once.
install_modules() {
    cmp -s "$1/package-lock.json" "$1/node_modules/.installed" && return
    npm ci --prefix "$1" --ignore-scripts --no-audit --no-fund --loglevel=error </dev/null
    # Copied last, so that an installation cut short is made again.
    cp "$1/package-lock.json" "$1/node_modules/.installed"
}

# cargo_tool NAME VERSION: installs a program of cargo's into the cache folder, once, and prints its
# path.
cargo_tool() {
    local name=$1 version=$2 home=$cache/$1-$2
    if [[ ! -x $home/bin/$name ]]; then
        say "installing $name $version into $home (once)" >&2
        CARGO_TARGET_DIR=$home/build cargo install --quiet --locked --root "$home" \
            --version "$version" "$name" >&2
        rm -rf "$home/build"
    fi
    echo "$home/bin/$name"
}

# Is the component named in GATEHOUSE_TEST_SKIP, a list with commas?
skipped() { [[ ",${GATEHOUSE_TEST_SKIP:-}," == *",$1,"* ]]; }

# A port nobody listens on, below the range from which the system takes ports for itself.
free_port() {
    local port
    for _ in $(seq 100); do
        port=$((20000 + RANDOM % 10000))
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port" && return; }
    done
    die "no free port found"
}

# start_gateway PROFILE [flag...]: a program of its own on loopback, with plain HTTP and a data
# directory that goes away with it. Sets gateway_pid, gateway_url and gateway_log.
start_gateway() {
    local profile=$1 port
    shift
    gateway_dir=${gateway_dir:-$(mktemp -d)}
    gateway_log=$gateway_dir/log
    port=$(free_port)
    gateway_url=http://127.0.0.1:$port
    # What else runs on this machine or in its network is nothing to a test.
    GATEHOUSE_DISCOVERY__DOCKER__ENABLED=false GATEHOUSE_DISCOVERY__MDNS__ENABLED=false \
        GATEHOUSE_RUNTIMES__DOCKER__ENABLED=${GATEHOUSE_RUNTIMES__DOCKER__ENABLED:-false} \
        "$target/$profile/gatehouse" --insecure-http --addr "127.0.0.1:$port" \
        --data-dir "$gateway_dir/data" "$@" >"$gateway_log" 2>&1 </dev/null &
    gateway_pid=$!
    wait_until_ready
}

wait_until_ready() {
    for _ in $(seq 3000); do
        curl -fsS -o /dev/null "$gateway_url/readyz" 2>/dev/null && return
        kill -0 "$gateway_pid" 2>/dev/null || break
        sleep 0.01
    done
    tail -n 50 "$gateway_log" >&2
    die "the program did not become ready"
}

stop_gateway() {
    [[ -n ${gateway_pid:-} ]] || return 0
    kill -TERM "$gateway_pid" 2>/dev/null || true
    wait "$gateway_pid" 2>/dev/null || true
    gateway_pid=
}

remove_gateway() {
    stop_gateway
    [[ -z ${gateway_dir:-} ]] || rm -rf "$gateway_dir"
    gateway_dir=
}

# The program and the files of a suite, in a word.
inputs_of() {
    git -C "$root" ls-files -s "$@" | cat - "$target/debug/gatehouse" | sha256sum
}

# passed_before SUITE PATH...: whether the suite would test what passed here the last time, and
# such suites are to be passed over.
passed_before() {
    [[ ${GATEHOUSE_PASS_OVER:-} == 1 ]] && cmp -s "$cache/passed-$1" - <<<"$(inputs_of "${@:2}")"
}

# note_passed SUITE PATH...
note_passed() {
    inputs_of "${@:2}" >"$cache/passed-$1"
}
