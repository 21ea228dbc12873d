import { ipBatch, must, mustIn } from './ip.ts'
import { blackholeRange, type NetworkHost, type Segment, segments } from './truth.ts'

export type Topology = { audit: NetworkHost; router: NetworkHost; hosts: readonly NetworkHost[] }

/**
 * ```
 * root ns --- audit ns --- [bridge local]    router ns    [bridge remote] --- hosts 10.71.0.0/24
 *    10.73.x.y/30              |---- hosts 10.72.0.0/24
 * ```
 * Both bridges are the router's own interfaces. Only the router forwards; nothing but the audit namespace reaches the
 * root namespace. Gives the root namespace's end of that link.
 */
export async function buildTopology({ audit, router, hosts }: Topology, rootInterface: string): Promise<RootLink> {
  await ipBatch([audit, router, ...hosts].map((host) => `netns add ${host.namespace}`))
  await Promise.all([prepareKernel(router.namespace, true), prepareKernel(audit.namespace, false)])
  const leaves = [audit, ...hosts]
  await ipBatch([
    `link add name ${rootInterface} type veth peer name root netns ${audit.namespace}`,
    ...leaves.map(
      ({ macAddress, namespace }, index) =>
        `link add name eth0 address ${macAddress} netns ${namespace} type veth peer name port${index} netns ${router.namespace}`,
    ),
  ])
  const link = await rootLink(rootInterface)
  await Promise.all([
    ipBatch(routerCommands(router, leaves), router.namespace),
    ipBatch([`address add ${link.rootAddress}/30 dev ${rootInterface}`, `link set ${rootInterface} up`]),
    ...leaves.map((host) => ipBatch(leafCommands(host), host.namespace)),
  ])
  await ipBatch([`address add ${link.auditAddress}/30 dev root`, 'link set root up'], audit.namespace)
  return link
}

/** Before any link exists: forwarding, and no wait for duplicate address detection (RFC 4862) anywhere. */
async function prepareKernel(namespace: string, forwarding: boolean): Promise<void> {
  const on = forwarding ? 1 : 0
  await mustIn(namespace, 'sysctl', [
    '-qw',
    `net.ipv4.ip_forward=${on}`,
    `net.ipv6.conf.all.forwarding=${on}`,
    'net.ipv6.conf.default.accept_dad=0',
  ])
}

function routerCommands(router: NetworkHost, leaves: readonly NetworkHost[]): string[] {
  const bridge = (name: Segment, macAddress: string) => [
    `link add name ${name} address ${macAddress} type bridge mcast_snooping 0`,
    `link set ${name} up`,
  ]
  return [
    'link set lo up',
    ...router.interfaces.flatMap(({ segment, macAddress, address, address6 }) => [
      ...bridge(segment, macAddress),
      `address add ${address}/24 dev ${segment}`,
      `address add ${address6}/64 dev ${segment} nodad`,
    ]),
    ...leaves.flatMap(({ segment }, index) => [
      `link set port${index} addrgenmode none`,
      `link set port${index} master ${segment} up`,
    ]),
    `route add blackhole ${blackholeRange}`,
  ]
}

function leafCommands(host: NetworkHost): string[] {
  const { routerAddress, routerAddress6 } = segments[host.segment]
  return [
    'link set lo up',
    // A host without an IPv6 address must not answer on a link-local one either.
    ...(host.address6 === undefined ? ['link set eth0 addrgenmode none'] : []),
    `address add ${host.address}/24 dev eth0`,
    ...(host.address6 === undefined ? [] : [`address add ${host.address6}/64 dev eth0 nodad`]),
    'link set eth0 up',
    `route add default via ${routerAddress}`,
    ...(host.address6 === undefined ? [] : [`route add ::/0 via ${routerAddress6}`]),
  ]
}

export type RootLink = { rootAddress: string; auditAddress: string }

/** A /30 of 10.73.0.0/16 (or a later second octet) by the interface's index, which no other run has at the same time. */
export async function rootLink(rootInterface: string): Promise<RootLink> {
  const shown: unknown = JSON.parse(await must('ip', ['-json', 'link', 'show', 'dev', rootInterface]))
  const index = Array.isArray(shown) ? Number(shown[0]?.ifindex) : Number.NaN
  for (let second = 73; second < 128; second += 1) {
    const prefix = `10.${second}.${(index >> 6) & 255}`
    const base = (index & 63) * 4
    const taken = await must('ip', ['route', 'show', 'table', 'all', 'root', `${prefix}.${base}/30`])
    if (taken.trim() === '') return { rootAddress: `${prefix}.${base + 1}`, auditAddress: `${prefix}.${base + 2}` }
  }
  throw new Error('no free /30 between 10.73.0.0 and 10.127.255.255 on this machine')
}
