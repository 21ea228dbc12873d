import { fileURLToPath } from 'node:url'
import { runProcess } from '@rollcall/shared/node/run-process.ts'

/**
 * A small network that lives as long as one command: the scanner on two links, `quiet` with hosts on the first, a
 * router on the second with `far` behind it. All in a private mount of /run, so nothing is left when it ends.
 */
const setUp = `
set -e
mount -t tmpfs none /run
forward() { ip netns exec "$1" sh -c "echo 1 > /proc/sys/net/ipv4/ip_forward"; }
ip link set lo up
for name in quiet router far; do ip netns add $name; ip -n $name link set lo up; done

ip link add name lan0 address 00:1b:21:00:01:01 type veth peer name lan1 netns quiet address 00:1b:21:00:01:0a
ip address add 10.75.0.1/24 dev lan0; ip link set lan0 up
ip -n quiet address add 10.75.0.10/24 dev lan1; ip -n quiet link set lan1 up
ip netns exec quiet nft -f - <<'RULES'
table inet filter {
  chain input {
    type filter hook input priority 0; policy drop;
  }
}
RULES

ip link add name wan0 type veth peer name wan1 netns router
ip address add 10.76.0.1/24 dev wan0; ip link set wan0 up; ip route add default via 10.76.0.254
ip -n router address add 10.76.0.254/24 dev wan1; ip -n router link set wan1 up
ip -n router link add name far0 type veth peer name far1 netns far
ip -n router address add 10.77.0.1/24 dev far0; ip -n router link set far0 up; forward router
ip -n far link set far1 up
for last in 10 11 12 13; do ip -n far address add 10.77.0.$last/24 dev far1; done
ip -n far route add default via 10.77.0.1
ip netns exec far sh -c "echo 0 > /proc/sys/net/ipv4/icmp_echo_ignore_broadcasts"
ip netns exec router sh -c "for f in all far0 wan1; do echo 1 > /proc/sys/net/ipv4/conf/\\$f/bc_forwarding; done"
ip netns exec far nft -f - <<'RULES'
table inet filter {
  chain input {
    type filter hook input priority 0;
    ip daddr { 10.77.0.12, 10.77.0.13 } icmp type echo-request drop
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
exec "$@"
`

const worker = fileURLToPath(new URL('./worker.ts', import.meta.url))

/** What the worker prints when it runs as the scanner, a line for each host. */
export async function discoverInNamespace(...expressions: string[]): Promise<string[]> {
  const shell = ['sh', '-c', setUp, 'sh', process.execPath, worker, ...expressions]
  const args = ['--map-root-user', '--net', '--mount', ...shell]
  const result = await runProcess('unshare', args, { timeoutMs: 60_000 })
  if (result.code !== 0) throw new Error(`the namespace network failed: ${result.stderr}`)
  return result.stdout.trim().split('\n')
}
