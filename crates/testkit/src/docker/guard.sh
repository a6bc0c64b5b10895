# Runs a Docker engine in a folder of its own for as long as somebody holds this script's standard
# input: a test process that is killed lets go of it, too. What it reads there are orders ("stop",
# "start", "kill", "pause", "resume"), each answered by "done".
# $1: "shared" for the engine in the machine's own network, of which there is one at a time, or
# "apart" for one that was given a network namespace. $2: the port for TLS. $3: the process whose
# network is the machine's.
# Says "ready FOLDER ADDRESS", where published ports are at that address, or why not. The functions
# that it calls stand in the scripts beside it.
set -u
place=$1
tls_port=$2
machine=$3
address=127.0.0.1
subnets=()
daemon=
dir=

finish() {
    # The shell would tell of each process that is killed.
    disown -a
    [ -z "$dir" ] || remove_engine "$dir"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
# The reader may be gone before it was answered; everything must be removed all the same.
trap '' PIPE

fail() {
    echo "$*"
    echo "Or leave these tests out with GATEHOUSE_TEST_SKIP=docker."
    exit 1
}

start() {
    : >"$dir/log"
    dockerd --config-file "$dir/daemon.json" --data-root "$dir/data" --exec-root "$dir/exec" \
        --pidfile "$dir/pid" --host "unix://$dir/docker.sock" \
        --host "tcp://127.0.0.1:$tls_port" --tlsverify --tlscacert "$dir/tls/ca.pem" \
        --tlscert "$dir/tls/server.pem" --tlskey "$dir/tls/server-key.pem" \
        --add-runtime "plain=$dir/runtime" --default-runtime plain --oom-score-adjust 0 \
        --ipv6 --fixed-cidr-v6 fd67:6174:6500::/64 --experimental --ip6tables \
        "${subnets[@]}" \
        </dev/null >>"$dir/log" 2>&1 9>&- &
    daemon=$!
    for _ in $(seq 1200); do
        curl --silent --max-time 5 --output /dev/null --unix-socket "$dir/docker.sock" \
            http://docker/_ping && return
        kill -0 "$daemon" 2>/dev/null || break
        sleep 0.05
    done
    tail -n 20 "$dir/log"
    fail "The Docker engine did not start."
}

stop() {
    kill -TERM "$daemon" 2>/dev/null
    kill -CONT "$daemon" 2>/dev/null
    wait "$daemon"
}

pause() {
    kill -STOP "$daemon"
    # On a busy machine it takes a while until the last thread has stopped.
    for _ in $(seq 500); do
        grep --quiet --no-messages --invert-match ') [TZX] ' /proc/"$daemon"/task/*/stat || break
        sleep 0.01
    done
}

crash() {
    kill -KILL "$daemon"
    wait "$daemon" 2>/dev/null
    for _ in $(seq 200); do
        [ -n "$(processes_of "$dir" containerd)" ] || break
        sleep 0.05
    done
    # A machine that is slow to reap its dead would have the next daemon believe that this one's
    # containerd lives on.
    rm -f "$dir/exec/containerd/containerd.pid"
}

[ "$(id -u)" = 0 ] || fail "The Docker engine needs root."
for program in dockerd containerd runc busybox curl openssl flock ip iptables; do
    command -v "$program" >/dev/null || fail "$program is missing: run scripts/setup-test."
done
if [ "$place" = shared ]; then
    take_turn
    remove_leftovers
    refuse_beside_another_engine
else
    remove_leftovers
    join_machine
fi
dir=$(mktemp -d /tmp/gatehouse-docker.XXXXXX)
echo $$ >"$dir/keeper"
remember_network "$dir"
echo '{}' >"$dir/daemon.json"
write_runtime "$dir/runtime"
make_certificates "$dir/tls" >"$dir/log" 2>&1 || { cat "$dir/log"; fail "No certificates."; }
make_root "$dir/image.tar"
start
echo "ready $dir $address"
while read -r order; do
    case $order in
    stop) stop ;;
    start) start ;;
    kill) crash ;;
    pause) pause ;;
    resume) kill -CONT "$daemon" ;;
    esac
    echo "done"
done
