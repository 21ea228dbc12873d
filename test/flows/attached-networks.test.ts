import { join } from 'node:path'
import { auditServiceListSchema } from '@rollcall/shared/api/audit-service.ts'
import { segmentSuggestionListSchema } from '@rollcall/shared/api/segment-suggestion.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandIn, ipBatch, requireRootAndTools } from '../harness/network/ip.ts'
import { newRunName } from '../harness/network/run-name.ts'
import { removeNamespaces, sweepStale } from '../harness/network/teardown.ts'
import { type RootLink, rootLink } from '../harness/network/topology.ts'
import { type RunningProcess, startProcess } from '../harness/processes.ts'
import { launcher, startUp, type Up } from '../harness/rollcall.ts'
import { waitFor } from '../harness/wait.ts'
import { createSegment } from './support/audit-site.ts'

// Two branches that are built alike, each with a machine that runs an Audit Service. Their links to the collector are
// the only networks of which the addresses differ.
const run = newRunName()
const branches = [
  { name: 'north', namespace: `${run}-north`, uplink: `rn${run.slice(-6)}`, address: '192.168.50.5' },
  { name: 'south', namespace: `${run}-south`, uplink: `rs${run.slice(-6)}`, address: '192.168.50.6' },
]
type Branch = (typeof branches)[number]

const links = new Map<string, RootLink>()
const services: RunningProcess[] = []
let up: Up

/** Adds a network card with a cable, whose other end stays in the namespace. */
const card = (name: string) => [
  `link add ${name} type veth peer name ${name}-end`,
  ...[name, `${name}-end`].map((end) => `link set ${end} up`),
]
const bridge = (name: string, ...ports: string[]) => [
  `link add ${name} type bridge`,
  `link set ${name} up`,
  ...ports.flatMap((port) => [...card(port), `link set ${port} master ${name}`]),
]

/** Interfaces of a machine with containers and virtual machines. */
const interfacesOf = ({ address }: Branch) => [
  ...card('eth0'),
  `address add ${address}/24 dev eth0`,
  'address add fd00:50::5/120 dev eth0 nodad',
  'address add fd00:51::5/64 dev eth0 nodad',
  // A hypervisor's bridge, with a network card and a virtual machine.
  ...bridge('vmbr0', 'eth1', 'tap101i0'),
  'address add 10.61.0.5/22 dev vmbr0',
  // Bridges of containers, one of them with a name of its own.
  ...bridge('docker0', 'veth0'),
  ...bridge('br-0123456789ab', 'veth1'),
  ...bridge('apps0', 'veth2'),
  ...['docker0', 'br-0123456789ab', 'apps0'].map((name, at) => `address add 172.${17 + at}.0.1/16 dev ${name}`),
  // A card that is down.
  'link add eth2 type veth peer name eth2-end',
  'address add 10.62.0.5/24 dev eth2',
  'link set lo up',
  'address add 10.63.0.5/24 dev lo',
]

async function build(branch: Branch): Promise<void> {
  const { namespace, uplink } = branch
  await ipBatch([`netns add ${namespace}`, `link add name ${uplink} type veth peer name up0 netns ${namespace}`])
  const link = await rootLink(uplink)
  links.set(branch.name, link)
  await ipBatch([`address add ${link.rootAddress}/30 dev ${uplink}`, `link set ${uplink} up`])
  await ipBatch([`address add ${link.auditAddress}/30 dev up0`, 'link set up0 up', ...interfacesOf(branch)], namespace)
}

async function joinFrom(branch: Branch): Promise<void> {
  const token = (await up.cli('join-token', 'create', '--for', 'audit-service')).stdout.trim()
  const state = ['--state-dir', join(up.dataDir, `${branch.name}-state`)]
  const url = up.facts.url.replace(/\/\/[^:]+/, `//${links.get(branch.name)?.rootAddress}`)
  const inside = (...args: string[]) => commandIn(branch.namespace, launcher.program, [launcher.script, ...args])
  const joining = inside('audit-service', 'join', '--url', url, '--token', token, '--name', branch.name, ...state)
  const joined = await runProcess(joining.program, joining.args, { timeoutMs: 60_000 })
  expect(joined, joined.stderr).toMatchObject({ code: 0 })
  const service = { ...inside('audit-service', 'run', '--json', ...state), ready: /"auditServiceId"/ }
  services.push(await startProcess(service))
}

const serviceOf = async (name: string) => {
  const { items } = await up.api.read('/api/v1/audit-services', auditServiceListSchema)
  return items.find((each) => each.name === name)
}
/** Networks that a branch's Audit Service reports, once it has; without its link to the collector. */
const reported = (name: string, isComplete: (networks: string[]) => boolean = () => true) =>
  waitFor(
    async () => {
      const networks = (await serviceOf(name))?.networks?.map(
        ({ network, interfaceName }) => `${network} ${interfaceName}`,
      )
      const own = networks?.filter((each) => !each.endsWith('up0'))
      return own && isComplete(own) ? own : undefined
    },
    { what: `the networks of ${name}`, timeoutMs: 60_000 },
  )
/** Suggested networks of the branches, without their links to the collector. */
const suggested = async () => {
  const { items } = await up.api.read('/api/v1/segments/suggestions?limit=1000', segmentSuggestionListSchema)
  const names = branches.map(({ name }) => name)
  return items.flatMap(({ network, auditService }) =>
    auditService && names.includes(auditService.name) && auditService.interfaceName !== 'up0'
      ? [`${network} ${auditService.name}`]
      : [],
  )
}

beforeAll(async () => {
  requireRootAndTools()
  await sweepStale()
  for (const branch of branches) await build(branch)
  const hosts = branches.map(({ name }) => links.get(name)?.rootAddress ?? '')
  up = await startUp({ args: ['--host', '0.0.0.0', '--no-agent', ...hosts.flatMap((host) => ['--public-host', host])] })
  for (const branch of branches) await joinFrom(branch)
})
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await up?.stop()
  await removeNamespaces(branches.map(({ namespace }) => namespace))
})

test('Audit Services report their networks, without those of containers, loopback and interfaces that are down', async () => {
  const networks = ['192.168.50.0/24 eth0', 'fd00:50::/120 eth0', 'fd00:51::/64 eth0', '10.61.0.0/22 vmbr0']
  expect((await reported('north')).sort()).toEqual(networks.sort())
  expect((await reported('south')).sort()).toEqual(networks.sort())
})

test('each branch has suggestions before any scan, and keeps them when the other gets its segments', async () => {
  const of = (branch: string) => ['10.61.0.0/22', '192.168.50.0/24', 'fd00:50::/120'].map((each) => `${each} ${branch}`)
  expect((await suggested()).sort()).toEqual([...of('north'), ...of('south')].sort())
  await createSegment(up.api, {
    name: 'North',
    type: 'ip-range',
    auditServiceId: (await serviceOf('north'))?.id ?? '',
    addresses: ['192.168.50.0/24', '10.61.0.0/22', 'fd00:50::/120'],
  })
  expect((await suggested()).sort()).toEqual(of('south').sort())
})

test('a network that an interface joins later is reported and suggested, and one that it leaves is not', async () => {
  const south = branches[1]
  await ipBatch(['address add 10.70.8.1/21 dev eth0', 'address del 10.61.0.5/22 dev vmbr0'], south?.namespace)
  await reported('south', (networks) => networks.includes('10.70.8.0/21 eth0'))
  expect((await suggested()).sort()).toEqual(['10.70.8.0/21 south', '192.168.50.0/24 south', 'fd00:50::/120 south'])
})
