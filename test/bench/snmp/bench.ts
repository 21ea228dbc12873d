import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { nodeFlags } from '../../../cli/src/project.ts'
import { freePort } from '../../harness/ports.ts'
import { startProcess } from '../../harness/processes.ts'
import { type Effort, type Report, type Row, ratios, row, show } from '../report.ts'
import { addressOf } from './device.ts'

const runs = 3
const usualDevices = 5_000
const quickDevices = 1_000
/**
 * Number of devices for measurements that take minutes. The time is scaled up, because each device is read separately.
 */
const walkedDevices = 1_000
const inventoriedDevices = 24
const objectsPerDevice = 1_560
const tableRows = 200_000
const peerAtOnce = 64

/** Thousands of small devices, and one with a very large table, all in a process beside. */
export async function benchSnmp(effort: Effort): Promise<Report> {
  const devices = effort === 'quick' ? quickDevices : usualDevices
  return {
    title: 'SNMP',
    method: `${devices} simulated devices (v2c; system, IF-MIB and ifXTable of 24 interfaces, IP-MIB, ENTITY-MIB of 30 rows: ${objectsPerDevice} objects; up to 100 variables per response, as from snmpd), ${peerAtOnce} at once, ${runs} alternating runs. Times are those of whole processes. Against: one \`snmpbulkwalk\` a device through \`xargs -P ${peerAtOnce}\`, of ${walkedDevices} devices and multiplied; \`fusioninventory-netinventory\`, of ${inventoriedDevices} devices and multiplied. The table is dot1dTpFdbTable with ${tableRows} rows of 3 columns.`,
    rows: [...(await manyDevices(devices)), ...(effort === 'quick' ? [] : await oneLargeDevice())],
  }
}

async function manyDevices(devices: number): Promise<Row[]> {
  await using simulator = await simulate('switches')
  const { port } = simulator
  const objects = await pairs({
    ours: () => ours('objects', port, devices, devices * objectsPerDevice),
    plain: () => walks(port, devices, []),
    tuned: () => walks(port, devices, ['-Cr100']),
  })
  const whole = await pairs({
    ours: () => ours('probe', port, devices, devices * (24 + 30)),
    fusion: () => fusionInventory(port, devices),
  })
  const memory = (measured: Measured[]) =>
    show(
      measured.map(({ megabytes }) => megabytes),
      'MiB',
      0,
    )
  return [
    besidePeer(
      `all objects of ${devices} devices`,
      objects.ours,
      objects.plain,
      'snmpbulkwalk',
      '0.05 (20 times as fast)',
    ),
    besidePeer(`all objects of ${devices} devices`, objects.ours, objects.tuned, 'snmpbulkwalk -Cr100', ''),
    besidePeer(
      `${devices} devices audited and identified`,
      whole.ours,
      whole.fusion,
      'FusionInventory',
      '0.1 (10 times as fast)',
    ),
    row('memory of the first row, at its peak', memory(objects.ours), 'under 300 MB'),
  ]
}

async function oneLargeDevice(): Promise<Row[]> {
  await using simulator = await simulate('table', tableRows)
  const { port } = simulator
  const table = '1.3.6.1.2.1.17.4.3.1'
  const walk = (options: string[]) => () => timed('snmpbulkwalk', walkArguments(port, addressOf(1), options, table))
  const read = () => ours('table', port, 1, tableRows * 3)
  const [plain, tuned] = [walk([]), walk(['-Cr100'])]
  // What was asked once is answered from memory.
  for (const warm of [read, plain, tuned]) await warm()
  const large = await pairs({ ours: read, plain, tuned })
  const megabytes = show(
    large.ours.map((each) => each.megabytes),
    'MiB',
    0,
  )
  return [
    besidePeer(`one device with ${tableRows * 3} objects`, large.ours, large.plain, 'snmpbulkwalk', '1.0'),
    besidePeer(`one device with ${tableRows * 3} objects`, large.ours, large.tuned, 'snmpbulkwalk -Cr100', ''),
    row('memory of the row above, at its peak', megabytes, 'bounded'),
  ]
}

type Measured = { seconds: number; megabytes: number }
const seconds = (measured: readonly Measured[]) => measured.map((each) => each.seconds)

function besidePeer(work: string, own: Measured[], peer: Measured[], name: string, target: string): Row {
  return {
    work,
    ours: show(seconds(own), 's'),
    against: peer.length > 0 ? `${name}: ${show(seconds(peer), 's')}` : `${name} is not installed`,
    ratio: peer.length > 0 ? show(ratios(seconds(own), seconds(peer)), '', 3) : '',
    target,
  }
}

/** Measures all in turn, so that their ratios hold when the machine's speed drifts. */
async function pairs<K extends string>(
  measures: Record<K, () => Promise<Measured | undefined>>,
): Promise<Record<K, Measured[]>> {
  const names = Object.keys(measures) as K[]
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, Measured[]>
  for (let i = 0; i < runs; i += 1) {
    for (const name of names) {
      const measured = await measures[name]()
      if (measured) found[name].push(measured)
    }
  }
  return found
}

async function simulate(...args: (string | number)[]) {
  const port = await freePort()
  const script = fileURLToPath(new URL('simulator.ts', import.meta.url))
  const spec = { program: process.execPath, args: [script, `${port}`, ...args.map(String)] }
  const running = await startProcess({ ...spec, ready: /ready/, readyTimeoutMs: 60_000 })
  // It waits in a system call, where no other signal reaches it.
  return { port, [Symbol.asyncDispose]: async () => void (await running.stop('SIGKILL')) }
}

async function ours(kind: string, port: number, count: number, expected: number): Promise<Measured> {
  const script = fileURLToPath(new URL('read-devices.ts', import.meta.url))
  // As `rollcall audit-service` runs.
  const args = [...nodeFlags, script, kind, `${port}`, `${count}`]
  const { seconds, stdout } = await timed(process.execPath, args)
  const { found, megabytes } = JSON.parse(stdout)
  if (found !== expected) throw new Error(`${kind}: read ${found} of ${expected}`)
  return { seconds, megabytes }
}

const walkArguments = (port: number, address: string, options: string[], root: string) => [
  ...['-v2c', '-c', 'public', '-On', '-t', '5', ...options],
  `${address}:${port}`,
  root,
]

async function walks(port: number, devices: number, options: string[]): Promise<Measured> {
  const hosts = Array.from({ length: walkedDevices }, (_, i) => addressOf(i + 1)).join('\n')
  const args = ['-P', `${peerAtOnce}`, '-I{}', 'snmpbulkwalk', ...walkArguments(port, '{}', options, '1.3.6.1.2.1')]
  const { seconds } = await timed('xargs', args, hosts)
  return { seconds: (seconds * devices) / walkedDevices, megabytes: 0 }
}

async function fusionInventory(port: number, devices: number): Promise<Measured | undefined> {
  const program = findProgram('fusioninventory-netinventory')
  if (program === undefined) return undefined
  const hosts = Array.from({ length: inventoriedDevices }, (_, i) => ['--host', addressOf(i + 1)]).flat()
  const options = ['--port', `${port}`, '--credentials', 'version:2c,community:public', '--threads', '8']
  const { seconds, stdout } = await timed(program, [...hosts, ...options])
  const inventoried = stdout.split('<NAME>switch-').length - 1
  if (inventoried !== inventoriedDevices) throw new Error(`FusionInventory read ${inventoried} devices`)
  return { seconds: (seconds * devices) / inventoriedDevices, megabytes: 0 }
}

async function timed(program: string, args: readonly string[], input = ''): Promise<Measured & { stdout: string }> {
  const startedAt = performance.now()
  // A walk prints a hundred megabytes: nobody reads them, so that the peer has the machine to itself.
  const printed = args.includes('-On') ? 'ignore' : 'pipe'
  const child = spawn(program, args, { stdio: ['pipe', printed, 'inherit'] })
  let stdout = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stdin?.end(input)
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
  return { seconds: (performance.now() - startedAt) / 1000, megabytes: 0, stdout }
}
