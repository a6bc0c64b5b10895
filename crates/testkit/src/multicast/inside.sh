# The other host, as the first process of a process namespace: all that runs there ends with it,
# and it ends when nobody holds its standard input any more. What it reads there are orders, which
# are lines of shell that call the functions below; each is answered by lines and then "done".
# $1: the number of the subnet. Says "ready NUMBER" or why not.
set -u
number=$1

fail() {
    echo "$*"
    cat /run/log 2>/dev/null
    exit 1
}

plug_in() {
    ip link set eth0 up
    ip address replace "10.231.$number.2/24" broadcast + dev eth0
    ip address replace "fd67:6174:65ff:$number::2/64" dev eth0 nodad
    ip route replace 224.0.0.0/4 dev eth0
    ip route replace default via "10.231.$number.1" dev eth0
}

unplug() {
    ip link set eth0 down
}

# until_true COMMAND...
until_true() {
    for _ in $(seq 600); do
        "$@" && return
        sleep 0.05
    done
    return 1
}

# Where the sockets of D-Bus and Avahi are is compiled into them; the machine's stay its own.
start_avahi() {
    mount -t tmpfs tmpfs /run
    mkdir /run/dbus /run/avahi-daemon
    dbus-daemon --system --nofork --nopidfile </dev/null >>/run/log 2>&1 &
    until_true test -S /run/dbus/system_bus_socket || fail "D-Bus did not start."
    cat >/run/avahi.conf <<END
[server]
host-name=lab$number
allow-interfaces=eth0
use-ipv4=yes
use-ipv6=yes
[publish]
publish-workstation=no
publish-hinfo=no
END
    avahi-daemon --file=/run/avahi.conf --no-drop-root --no-chroot --no-rlimits \
        </dev/null >>/run/log 2>&1 &
    until_true grep -q "Server startup complete" /run/log || fail "Avahi did not start."
}

# spawn OUTPUT COMMAND...: says the process's id.
spawn() {
    local output=$1
    shift
    "$@" </dev/null >"$output" 2>&1 &
    echo $!
}

# publish LABEL ARGUMENT...: says the process's id, when the service is established.
publish() {
    local output=/run/publish-$1
    shift
    spawn "$output" avahi-publish "$@"
    until_true grep -q "^Established" "$output" || cat "$output"
}

# serve PORT PAGE
serve() {
    mkdir -p "/run/www-$1"
    printf %s "$2" >"/run/www-$1/index.html"
    spawn "/run/httpd-$1" busybox httpd -f -p "$1" -h "/run/www-$1"
}

end() {
    kill "$1" 2>/dev/null
    wait "$1" 2>/dev/null
}

hostname "lab$number"
plug_in
start_avahi
echo "ready $number"
while read -r order; do
    eval "$order"
    echo "done"
done
