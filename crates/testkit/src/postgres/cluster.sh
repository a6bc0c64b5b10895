# Runs a PostgreSQL cluster in a folder of its own for as long as somebody holds this script's
# standard input: a test process that is killed lets go of it, too. What it reads there are orders:
# "stop" and "start", each answered by "done".
# $1: the folder of the PostgreSQL programs. Says "ready FOLDER" or why not.
set -eu
bin=$1
dir=$(mktemp -d /tmp/gatehouse-postgres.XXXXXX)
server=

stop() {
    if [ -n "$server" ]; then
        kill -INT "$server" 2>/dev/null || true
        wait "$server" || true
        server=
    fi
}

finish() {
    stop
    rm -rf "$dir"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
# The reader may be gone before it was answered; the folder must be removed all the same.
trap '' PIPE

start() {
    # fsync protects from a machine that stops, not from processes that are killed: off, for speed.
    "$bin/postgres" -D "$dir/data" -k "$dir" -c listen_addresses= -c fsync=off \
        -c full_page_writes=off -c max_connections=200 -c shared_buffers=32MB \
        </dev/null >>"$dir/log" 2>&1 &
    server=$!
    tries=0
    until "$bin/pg_isready" --quiet --host="$dir"; do
        tries=$((tries + 1))
        if [ "$tries" -gt 600 ] || ! kill -0 "$server" 2>/dev/null; then
            cat "$dir/log"
            exit 1
        fi
        sleep 0.05
    done
}

"$bin/initdb" --pgdata="$dir/data" --username=postgres --auth=trust --encoding=UTF8 \
    --locale=C --no-sync --no-instructions >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
start
echo "ready $dir"
while read -r order; do
    case $order in
    stop) stop ;;
    start) start ;;
    esac
    echo "done"
done
