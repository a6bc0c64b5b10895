# Runs a Kubernetes cluster of one node for as long as somebody holds this script's standard input:
# a test process that is killed lets go of it, too. What it reads there are orders for the API
# server, "stop", "start", "pause" and "resume", each answered by "done".
# $DIR: the cluster's folder with its credentials, which goes away with the cluster.
# $BIN: Kubernetes's programs. $LOCK: a file that whoever runs a cluster holds, because two would
# take their rules for the network from each other.
# $DOCKER, $NODE: the socket of the Docker engine, and the address of its bridge, which is the
# node's. $PAUSE: an image that does nothing.
# $API_PORT, $ETCD_PORT, $PEER_PORT, $PROXY_PORT: ports of our own.
# Says "ready", or why not. The functions that take the cluster away stand in the script beside it.
set -u
trap 'remove_cluster "$DIR"' EXIT
trap 'exit 1' HUP INT TERM
# The reader may be gone before it was answered; everything must be removed all the same.
trap '' PIPE

fail() {
    echo "$1"
    tail -n 15 "$DIR"/log/*
    exit 1
}

# start PROGRAM COMMAND...: as a process whose id is kept.
start() {
    program=$1
    shift
    "$@" </dev/null >>"$DIR/log/$program" 2>&1 9>&- &
    echo $! >"$DIR/pid/$program"
}

# until_true SECONDS COMMAND...
until_true() {
    tries=$(($1 * 10))
    shift
    until "$@" >/dev/null 2>&1; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || fail "not in time: $*"
        for pid in "$DIR"/pid/*; do
            kill -0 "$(cat "$pid")" 2>/dev/null || fail "${pid##*/} has ended"
        done
        sleep 0.1
    done
}

ask() {
    curl --silent --fail --max-time 5 --noproxy '*' --cacert "$DIR/ca.crt" \
        --header @"$DIR/admin.header" "https://$NODE:$API_PORT$1"
}

start_etcd() {
    start etcd etcd --data-dir="$DIR/etcd" --logger=zap \
        --listen-client-urls="http://127.0.0.1:$ETCD_PORT" \
        --advertise-client-urls="http://127.0.0.1:$ETCD_PORT" \
        --listen-peer-urls="http://127.0.0.1:$PEER_PORT" \
        --initial-advertise-peer-urls="http://127.0.0.1:$PEER_PORT" \
        --initial-cluster="default=http://127.0.0.1:$PEER_PORT"
}

start_api() {
    start kube-apiserver "$BIN/kube-apiserver" --etcd-servers="http://127.0.0.1:$ETCD_PORT" \
        --secure-port="$API_PORT" --bind-address="$NODE" --advertise-address="$NODE" \
        --service-cluster-ip-range=10.96.0.0/16 --cert-dir="$DIR/api" \
        --tls-cert-file="$DIR/api.crt" --tls-private-key-file="$DIR/api.key" \
        --client-ca-file="$DIR/ca.crt" --token-auth-file="$DIR/tokens" \
        --authorization-mode=RBAC --allow-privileged=true \
        --service-account-issuer=https://kubernetes.default.svc \
        --service-account-key-file="$DIR/accounts.pub" \
        --service-account-signing-key-file="$DIR/accounts.key" \
        --kubelet-preferred-address-types=InternalIP \
        --requestheader-client-ca-file="$DIR/ca.crt" --requestheader-allowed-names=front \
        --requestheader-username-headers=X-Remote-User \
        --requestheader-group-headers=X-Remote-Group \
        --requestheader-extra-headers-prefix=X-Remote-Extra- \
        --proxy-client-cert-file="$DIR/front.crt" --proxy-client-key-file="$DIR/front.key" \
        --enable-aggregator-routing=true
    until_true 60 ask /readyz
}

start_controllers() {
    start kube-controller-manager "$BIN/kube-controller-manager" \
        --kubeconfig="$DIR/admin.kubeconfig" --leader-elect=false --port=0 --secure-port=0 \
        --cert-dir="$DIR/controllers" --root-ca-file="$DIR/ca.crt" \
        --service-account-private-key-file="$DIR/accounts.key" \
        --flex-volume-plugin-dir="$DIR/plugins"
    start kube-scheduler "$BIN/kube-scheduler" --kubeconfig="$DIR/admin.kubeconfig" \
        --leader-elect=false --port=0 --secure-port=0 --cert-dir="$DIR/scheduler"
}

# aside COMMAND...: in place of this shell, with a view of the file system of its own. What the command writes to /var/log
# lands nowhere, and the machine's kernel settings, which it would change, look as it wants them.
aside() {
    # shellcheck disable=SC2016 # the inner shell expands it
    exec unshare --mount --propagation unchanged sh -euc '
        mount --make-private / && mount --make-private /proc
        mount -t tmpfs none /var/log
        for setting in vm/overcommit_memory=1 kernel/panic=10 kernel/panic_on_oops=1 \
            net/ipv4/conf/all/route_localnet=1; do
            shown=$DIR/settings/$$/${setting%=*}
            mkdir -p "${shown%/*}"
            echo "${setting#*=}" >"$shown"
            mount --bind "$shown" "/proc/sys/${setting%=*}"
        done
        exec "$@"' aside "$@"
}

start_node() {
    # Docker has to see the volumes that the kubelet mounts here.
    mount --bind "$DIR/kubelet" "$DIR/kubelet"
    mount --make-shared "$DIR/kubelet"
    start kubelet aside "$BIN/kubelet" --config="$DIR/kubelet.json" \
        --kubeconfig="$DIR/admin.kubeconfig" --root-dir="$DIR/kubelet" \
        --cert-dir="$DIR/kubelet/certificates" --container-runtime=docker \
        --docker-endpoint="unix://$DOCKER" --network-plugin= \
        --experimental-dockershim-root-directory="$DIR/dockershim" \
        --pod-infra-container-image="$PAUSE" --node-ip="$NODE" --hostname-override=node1
    start kube-proxy aside "$BIN/kube-proxy" --kubeconfig="$DIR/admin.kubeconfig" \
        --hostname-override=node1 --bind-address="$NODE" --proxy-mode=iptables \
        --masquerade-all=true --healthz-bind-address= --conntrack-max-per-core=0 \
        --conntrack-min=0 --conntrack-tcp-timeout-established=0 \
        --conntrack-tcp-timeout-close-wait=0 \
        --metrics-bind-address="127.0.0.1:$PROXY_PORT"
}

node_is_ready() {
    ready='.status.conditions[] | select(.type == "Ready").status'
    [ "$(ask /api/v1/nodes/node1 | jq --raw-output "$ready")" = True ]
}

mkdir -p "$DIR/log" "$DIR/pid" "$DIR/kubelet"
exec 9>"$LOCK"
flock --wait 120 9 || fail "Another test process has kept its Kubernetes ($LOCK)."
remove_leftovers
start_etcd
start_api
start_controllers
start_node
until_true 90 node_is_ready
echo ready
while read -r order; do
    api=$(cat "$DIR/pid/kube-apiserver" 2>/dev/null)
    case $order in
    stop) stop "$DIR" kube-apiserver ;;
    start) start_api ;;
    pause)
        kill -STOP "$api"
        # On a busy machine it takes a while until the last thread has stopped.
        for _ in $(seq 500); do
            grep --quiet --no-messages --invert-match ') [TZX] ' /proc/"$api"/task/*/stat || break
            sleep 0.01
        done
        ;;
    resume) kill -CONT "$api" && until_true 60 ask /readyz ;;
    esac
    echo "done"
done
