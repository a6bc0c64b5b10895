# Takes an engine away with all it has made, without its help: it may be stopped or stuck.

remove_engine() {
    local folder=$1
    end_processes "$folder"
    sort -r <<<"$(awk -v folder="$folder/" 'index($5, folder) == 1 { print $5 }' \
        /proc/self/mountinfo)" | while read -r mount; do
        [ -z "$mount" ] || umount --lazy "$mount"
    done
    [ ! -e "$folder/shared" ] || restore_network "$folder"
    # Only empty control groups can be removed, so that none in use is.
    find /sys/fs/cgroup/*/docker -mindepth 1 -depth -type d -exec rmdir {} + 2>/dev/null
    rm -rf "$folder"
}

# The daemon first, lest it starts containers again; each shim when it has no container left.
end_processes() {
    local shim children
    for _ in $(seq 200); do
        # shellcheck disable=SC2046 # process ids
        kill -KILL $(processes_of "$1" dockerd containerd) 2>/dev/null
        for shim in $(processes_of "$1" containerd-shim); do
            children=$(cat "/proc/$shim/task/"*/children 2>/dev/null)
            # shellcheck disable=SC2086 # process ids
            kill -KILL ${children:-$shim} 2>/dev/null
        done
        [ -n "$(processes_of "$1" dockerd containerd containerd-shim)" ] || return
        sleep 0.05
    done
}

# processes_of FOLDER NAME...: a command line alone does not tell, because programs under test
# are given the path of the socket.
processes_of() {
    local folder=$1 process
    shift
    grep --files-with-matches --text --fixed-strings -- "$folder/" /proc/[0-9]*/cmdline \
        2>/dev/null | while read -r process; do
        process=${process%/cmdline}
        [[ " $* " == *" $(cat "$process/comm" 2>/dev/null) "* ]] && echo "${process#/proc/}"
    done
}

bridges() {
    ip -oneline link show type bridge | awk -F': ' '{ print $2 }' |
        grep -Ex 'docker0|br-[0-9a-f]{12}'
}

remember_network() {
    [ "$place" = shared ] || return
    : >"$1/shared"
    bridges >"$1/bridges"
    (cd /proc/sys/net && grep . ipv4/ip_forward ipv6/conf/{all,default}/forwarding) \
        >"$1/forwarding"
    local tool
    for tool in iptables ip6tables; do
        "$tool" --wait -S FORWARD | head -n 1 >"$1/$tool"
    done
}

restore_network() {
    local folder=$1 bridge tool setting value
    for bridge in $(bridges); do
        [ "$bridge" != docker0 ] && grep -qx "$bridge" "$folder/bridges" && continue
        ip link delete "$bridge"
    done
    for tool in iptables ip6tables; do
        remove_rules "$tool" filter
        remove_rules "$tool" nat
        # shellcheck disable=SC2046 # the words of a rule
        "$tool" --wait $(cat "$folder/$tool")
    done
    while IFS=: read -r setting value; do
        echo "$value" >"/proc/sys/net/$setting"
    done <"$folder/forwarding"
}

# In one step, so that nobody meets half of the rules.
remove_rules() {
    local tool=$1 table=$2 rules
    rules=$("$tool" --wait --table "$table" -S)
    {
        echo "*$table"
        grep -E '^-A .*(DOCKER|docker0|br-[0-9a-f]{12})' <<<"$rules" | sed 's/^-A/-D/'
        # Of a published port: from the container to itself.
        grep -E '^-A POSTROUTING -s ([^ ]+) -d \1 .*-j MASQUERADE$' <<<"$rules" |
            sed 's/^-A/-D/'
        grep -E '^-N DOCKER' <<<"$rules" | sed 's/^-N/-X/'
        echo COMMIT
    } | "$tool-restore" --wait --noflush
}
