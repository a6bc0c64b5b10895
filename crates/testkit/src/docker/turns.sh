# Two engines in one network take docker0 from each other. Test processes therefore take turns,
# by a lock that the system frees when its holder is killed; an engine that is not ours is left
# alone.

take_turn() {
    local folder=${GATEHOUSE_CACHE:-${HOME:-/tmp}/.cache/gatehouse}
    mkdir -p "$folder"
    exec 9>"$folder/docker.lock"
    flock --nonblock 9 && return
    echo "testkit: waiting for the Docker engine of another test process" \
        "($folder/docker.lock)" >&2
    for _ in $(seq 1800); do
        flock --wait 1 9 && return
        # Nothing is ordered before the engine is ready: something to read is the end of input.
        read -r -t 0 && exit 1
    done
    fail "Another test process has kept its Docker engine for 30 minutes."
}

# Engines whose keepers were killed. What one did to the machine's network can be undone there only.
remove_leftovers() {
    local folder keeper
    for folder in /tmp/gatehouse-docker.*/; do
        keeper=$(cat "$folder/keeper" 2>/dev/null) || continue
        [ "$place" = apart ] && [ -e "$folder/shared" ] && continue
        kill -0 "$keeper" 2>/dev/null || remove_engine "${folder%/}"
    done
}

refuse_beside_another_engine() {
    local process own
    own=$(readlink /proc/self/ns/net)
    for process in /proc/[0-9]*; do
        [ "$(cat "$process/comm" 2>/dev/null)" = dockerd ] || continue
        [ "$(readlink "$process/ns/net")" = "$own" ] || continue
        fail "A Docker engine that is not ours runs on this machine (process ${process#/proc/}):" \
            "a second one would break its network. Stop it for these tests."
    done
}
