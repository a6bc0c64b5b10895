# An engine in a network namespace, joined with the machine by a link: containers are reached by
# their addresses, as those of an engine on the machine are.

join_machine() {
    local candidate number=
    # The name of the link is the claim to a subnet: no two processes can make the same.
    for candidate in $(shuf --input-range=1-250); do
        ip link add eth0 type veth peer name "ghdock$candidate" netns "$machine" 2>/dev/null ||
            continue
        number=$candidate
        break
    done
    [ -n "$number" ] || fail "No link to a network namespace can be made."
    address=10.233.$number.2
    subnets=(--bip "10.232.$number.1/25"
        --default-address-pool "base=10.232.$number.128/25,size=28")
    nsenter --target "$machine" --net sh -euc "
        ip address add 10.233.$number.1/24 dev ghdock$number
        ip link set ghdock$number up
        ip route add 10.232.$number.0/24 via $address
    " || fail "The link to the network namespace cannot be set up."
    ip link set lo up
    ip address add "$address/24" dev eth0
    ip link set eth0 up
    ip route add default via "10.233.$number.1"
    # The engine drops what comes from outside, except in this chain, which is the user's.
    iptables --wait --new-chain DOCKER-USER
    iptables --wait --append DOCKER-USER --in-interface eth0 --jump ACCEPT
}
