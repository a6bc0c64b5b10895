# Takes a cluster away with all it has made. Its containers go with the Docker engine.

# Nothing of a cluster is worth an orderly end, and a paused process would never come to one. The
# kubelet is first, so that it brings no pod back while the containers go.
remove_cluster() {
    for program in kubelet kube-proxy kube-scheduler kube-controller-manager kube-apiserver etcd; do
        stop "$1" $program
    done
    umount --recursive --lazy "$1/kubelet"
    for tool in iptables ip6tables; do
        for table in filter nat mangle; do
            remove_rules $tool $table
        done
    done
    rm -rf --one-file-system "$1"
} 2>/dev/null

# stop FOLDER PROGRAM. The folder may be that of a keeper killed long ago, and the process id
# somebody else's by now.
stop() {
    pid=$(cat "$1/pid/$2") || return 0
    if grep --quiet --text --fixed-strings "$1" "/proc/$pid/cmdline"; then
        kill -KILL "$pid"
        wait "$pid" || true
    fi
    rm "$1/pid/$2"
} 2>/dev/null

# In one step, so that nobody meets half of the rules.
remove_rules() {
    rules=$("$1" --wait --table "$2" -S)
    {
        echo "*$2"
        echo "$rules" | sed -n 's/^-N \(KUBE-.*\)/-F \1/p'
        echo "$rules" | grep -v '^-A KUBE-' | sed -n 's/^-A \(.* KUBE-.*\)/-D \1/p'
        echo "$rules" | sed -n 's/^-N \(KUBE-.*\)/-X \1/p'
        echo COMMIT
    } | "$1-restore" --wait --noflush
}

# Of a cluster whose keeper was killed. The lock is ours, so that none of these is in use.
remove_leftovers() {
    for folder in "${DIR%/*}"/gatehouse-kubernetes.*; do
        [ "$folder" = "$DIR" ] || remove_cluster "$folder"
    done
}
