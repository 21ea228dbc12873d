import { taskAcceptedSchema, taskRecordSchema } from '@rollcall/shared/api/task.ts'
import { type Network, snmpHosts, startNetwork } from '../harness/network.ts'
import { launcher, startUp, type Up } from '../harness/rollcall.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { startAuditService } from './audit-in-network.ts'
import { type Effort, type Report, ratios, show } from './report.ts'

const segment = '10.71.0.0/24'
/** Subtrees that a scan reads from each host: system, IF-MIB, IP-MIB, ENTITY-MIB, HOST-RESOURCES. */
const subtrees = [
  '1.3.6.1.2.1.1',
  '1.3.6.1.2.1.2.2',
  '1.3.6.1.2.1.31.1.1',
  '1.3.6.1.2.1.4.20',
  '1.3.6.1.2.1.4.34',
  '1.3.6.1.2.1.47.1.1.1',
  '1.3.6.1.2.1.25.2',
  '1.3.6.1.2.1.25.3.2',
  '1.3.6.1.2.1.25.6.3',
]

type Times = Record<'scan' | 'withoutPrints' | 'command' | 'sweep' | 'walk' | 'baseline', number[]>

/** 256 addresses behind a router, 16 of them SNMP hosts. */
export async function benchScan(effort: Effort): Promise<Report> {
  const runs = effort === 'quick' ? 3 : 7
  const all = await measure('public', runs)
  // Its closed port is told by one of the few ICMP errors a router sends in a second, and the dead addresses use them up.
  const silentRouter = effort === 'quick' ? undefined : await measure(undefined, runs)
  const row = (work: string, ours: number[], { baseline, sweep, walk }: Times, target: string) => ({
    work,
    ours: show(ours, 's'),
    against: `${show(baseline, 's')}: sweep ${show(sweep, 's')}, walk ${show(walk, 's')}`,
    ratio: show(ratios(ours, baseline), ''),
    target,
  })
  return {
    title: 'Scan',
    method: `256 addresses behind a router in network namespaces, 16 of them hosts with snmpd, ${runs} alternating runs. Against: \`fping -a -q -i 0.01 -r 0 -t 500 -g\` plus an snmpbulkwalk of the same objects for the slowest host. The scan also searches for hosts that drop ping, probes TCP ports, and stores its results.`,
    rows: [
      row('scan of a segment, from request to end', all.scan, all, 'under 1.5'),
      {
        work: 'the same with all protocols of `identifyBy`, against none',
        ours: show(all.scan, 's'),
        against: show(all.withoutPrints, 's'),
        ratio: show(ratios(all.scan, all.withoutPrints), ''),
        target: 'under 1.3',
      },
      row('`rollcall scan`, the whole process', all.command, all, ''),
      ...(silentRouter ? [row('scan of a segment whose router has no SNMP', silentRouter.scan, silentRouter, '')] : []),
    ],
  }
}

async function measure(routerCommunity: string | undefined, runs: number): Promise<Times> {
  const routerSnmp = routerCommunity === undefined ? {} : { routerSnmp: { community: routerCommunity } }
  await using network = await startNetwork({ hosts: snmpHosts(16), ...routerSnmp })
  await using up = await startUp({ args: ['--host', network.rootAddress, '--no-agent'] })
  await using state = await tmpFolder()
  await using service = await startAuditService(network, up, state.path)
  const segmentId = await service.createSegment(segment)
  const withoutPrintsId = await service.createSegment(segment, { identifyBy: [] })
  const times: Times = { scan: [], withoutPrints: [], command: [], sweep: [], walk: [], baseline: [] }
  await scanTask(up, segmentId)
  for (let i = 0; i < runs; i++) {
    times.scan.push(await scanTask(up, segmentId))
    times.withoutPrints.push(await scanTask(up, withoutPrintsId))
    const sweep = await timeOf(network, 'fping', ['-a', '-q', '-i', '0.01', '-r', '0', '-t', '500', '-g', segment])
    const walk = await slowestWalk(network)
    times.sweep.push(sweep)
    times.walk.push(walk)
    times.baseline.push(sweep + walk)
    times.command.push(await timeOf(network, launcher.program, [launcher.script, 'scan', segment, '--json']))
  }
  return times
}

/** Seconds from the request to the end of the task, as the collector noted them. */
async function scanTask(up: Up, segmentId: string): Promise<number> {
  const { taskId } = await up.api.create(`/api/v1/segments/${segmentId}/scan`, {}, taskAcceptedSchema)
  const task = await waitFor(
    async () => {
      const record = await up.api.read(`/api/v1/tasks/${taskId}`, taskRecordSchema)
      return record.finishedAt === null ? undefined : record
    },
    { what: 'the scan to end', timeoutMs: 60_000 },
  )
  // The router answers ping, too.
  if (task.status !== 'Success' || task.progress.hostsFound !== 17) throw new Error(`scan: ${JSON.stringify(task)}`)
  return (Date.parse(task.finishedAt ?? '') - Date.parse(task.createdAt)) / 1000
}

async function timeOf(network: Network, program: string, args: string[]): Promise<number> {
  const startedAt = performance.now()
  const { code, stderr } = await network.exec('audit', program, args)
  // fping's 1 says that some addresses did not answer.
  if (code !== 0 && !(program === 'fping' && code === 1)) throw new Error(`${program}: ${stderr}`)
  return (performance.now() - startedAt) / 1000
}

async function slowestWalk(network: Network): Promise<number> {
  const seconds = []
  for (const { address } of network.hosts.filter((host) => host.snmp?.version === 'v2c')) {
    let sum = 0
    for (const subtree of subtrees) {
      sum += await timeOf(network, 'snmpbulkwalk', ['-v2c', '-c', 'public', '-On', '-Cr50', address, subtree])
    }
    seconds.push(sum)
  }
  return Math.max(...seconds)
}
