# Makes the network of two hosts: this machine, and one that is a network namespace. It runs in
# that namespace already, with everything else still the machine's.
# $1: the process whose network is the machine's. $2: the script that is the other host.
# Nothing has to be tidied up after it: the namespaces, the link and all processes in them end
# with the process that this script becomes.
set -u
machine=$1
inside=$2

fail() {
    echo "$*"
    echo "Or leave these tests out with GATEHOUSE_TEST_SKIP=mdns."
    exit 1
}

for program in ip unshare nsenter setpriv dbus-daemon avahi-daemon avahi-publish busybox; do
    command -v "$program" >/dev/null || fail "$program is missing: run scripts/setup-test."
done

# The name of the link is the claim to a subnet: no two processes can make the same.
first=$((machine % 250))
number=
for step in $(seq 0 249); do
    candidate=$(((first + step) % 250 + 1))
    ip link add eth0 type veth peer name "ghlan$candidate" netns "$machine" 2>/dev/null || continue
    number=$candidate
    break
done
[ -n "$number" ] || fail "No link to another network can be made: $(ip link add eth0 type veth \
    peer name ghlan0 netns "$machine" 2>&1)"

here=ghlan$number
nsenter --target "$machine" --net sh -euc "
    echo 0 >/proc/sys/net/ipv6/conf/$here/accept_dad
    ip address add 10.231.$number.1/24 broadcast + dev $here
    ip address add fd67:6174:65ff:$number::1/64 dev $here nodad
    ip link set $here up
" || fail "The link cannot be set up."
echo 0 >/proc/sys/net/ipv6/conf/eth0/accept_dad
ip link set lo up
exec unshare --mount --uts --pid --fork --kill-child --mount-proc \
    bash -c "$inside" other-host "$number"
