import { fileURLToPath } from 'node:url'
import { runProcess } from '@rollcall/shared/node/run-process.ts'

/**
 * A small network that lives as long as one command: the scanner on two links, `quiet` on the first, a router on the
 * second with `far` behind it. The router also answers ARP for 10.76.0.128/28, of which `far` has one address.
 * Everything is in a private mount of /run, so nothing is left afterwards. IPv6 addresses need no duplicate detection
 * (RFC 4862) here.
 */
const setUp = `
set -e
mount -t tmpfs none /run
echo 0 > /proc/sys/net/ipv6/conf/default/accept_dad
set_in() { ip netns exec "$1" sh -c "echo $3 > /proc/sys/net/$2"; }
ip link set lo up
for name in quiet router far; do
  ip netns add $name; ip -n $name link set lo up; set_in $name ipv6/conf/default/accept_dad 0
done

ip link add name lan0 address 00:1b:21:00:01:01 type veth peer name lan1 netns quiet address 00:1b:21:00:01:0a
ip link set lan0 up; ip address add 10.75.0.1/24 dev lan0; ip address add fd00:75::1/64 dev lan0
ip -n quiet link set lan1 up; ip -n quiet address add 10.75.0.10/24 dev lan1; ip -n quiet address add fd00:75::10/64 dev lan1
ip netns exec quiet nft -f - <<'RULES'
table inet filter {
  chain input {
    type filter hook input priority 0; policy drop;
    icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } accept
  }
}
RULES

ip link add name wan0 type veth peer name wan1 netns router
ip link set wan0 up; ip address add 10.76.0.1/24 dev wan0; ip address add fd00:76::1/64 dev wan0
ip route add default via 10.76.0.254; ip route add default via fd00:76::254
ip -n router link set wan1 up; ip -n router address add 10.76.0.254/24 dev wan1; ip -n router address add fd00:76::254/64 dev wan1
ip -n router link add name far0 type veth peer name far1 netns far
ip -n router link set far0 up; ip -n router address add 10.77.0.1/24 dev far0; ip -n router address add fd00:77::1/64 dev far0
set_in router ipv4/ip_forward 1; set_in router ipv6/conf/all/forwarding 1
ip -n far link set far1 up
for last in 10 11 12 13; do
  ip -n far address add 10.77.0.$last/24 dev far1; ip -n far address add fd00:77::$last/64 dev far1
done
ip -n far route add default via 10.77.0.1; ip -n far route add default via fd00:77::1
set_in far ipv4/icmp_echo_ignore_broadcasts 0
for name in all far0 wan1; do set_in router ipv4/conf/$name/bc_forwarding 1; done
ip -n router route add 10.76.0.128/28 via 10.77.0.10; set_in router ipv4/conf/wan1/proxy_arp 1
# By default it takes up to 0.8 s of chance to answer for another.
set_in router ipv4/neigh/wan1/proxy_delay 0
ip -n far address add 10.76.0.129/32 dev lo
ip netns exec far nft -f - <<'RULES'
table inet filter {
  chain input {
    type filter hook input priority 0;
    ip daddr { 10.77.0.12, 10.77.0.13 } icmp type echo-request drop
    ip6 daddr fd00:77::12 icmpv6 type echo-request drop
    ip daddr 10.77.0.13 tcp dport != 443 drop
  }
}
RULES
ip netns exec router nft -f - <<'RULES'
table inet filter {
  chain forward {
    type filter hook forward priority 0;
    ip daddr 10.77.0.100-10.77.0.103 reject with icmp type port-unreachable
    ip daddr 10.77.0.104-10.77.0.107 reject with icmp type host-unreachable
  }
}
RULES
# A new namespace permits it to nobody.
[ -z "$PING_GROUPS" ] || echo "$PING_GROUPS" > /proc/sys/net/ipv4/ping_group_range
exec "$@"
`

/** Privileges of the scanner. */
export type Privileges = 'raw sockets' | 'ping sockets' | 'nothing'

/** Drops all capabilities: root of its own user namespace otherwise has them. */
export const noCapabilities = ['setpriv', '--bounding-set=-all', '--inh-caps=-all']

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Runs the worker as the scanner and returns its output, a line for each host. */
export async function discoverInNamespace(privileges: Privileges, ...expressions: string[]): Promise<string[]> {
  const node = process.execPath
  const scanner = [...(privileges === 'raw sockets' ? [] : noCapabilities), node, fileOf('./worker.ts'), ...expressions]
  const shell = ['sh', '-c', setUp, 'sh', node, fileOf('./with-listener.ts'), ...scanner]
  const args = ['--map-root-user', '--net', '--mount', ...shell]
  const env = { ...process.env, PING_GROUPS: privileges === 'ping sockets' ? '0 0' : '' }
  const result = await runProcess('unshare', args, { timeoutMs: 60_000, env })
  if (result.code !== 0) throw new Error(`the namespace network failed: ${result.stderr}`)
  return result.stdout.trim().split('\n')
}
