import { taskAcceptedSchema, taskRecordSchema } from '@rollcall/shared/api/task.ts'
import { z } from 'zod'
import { addWideRange, liveInWideRange, wideHost } from '../harness/network/wide-range.ts'
import { type Network, startNetwork } from '../harness/network.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { startAuditService } from './audit-in-network.ts'
import { type Effort, type Report, ratios, row, show } from './report.ts'

const options = { pingOnly: true, maxPacketsPerSecond: 1_000_000 }
const totalSchema = z.object({ total: z.int() })

type Times = { fping: number[]; first: number[]; half: number[]; all: number[]; known: number[]; reads: number[] }

/** From the request of a scan to every host of a /16 in the inventory. */
export async function benchStored(effort: Effort): Promise<Report> {
  const runs = effort === 'quick' ? 2 : 5
  await using network = await startNetwork({ hosts: [wideHost] })
  await using up = await startUp({ args: ['--host', network.rootAddress, '--no-agent'] })
  await using state = await tmpFolder()
  await using service = await startAuditService(network, up, state.path)
  const times: Times = { fping: [], first: [], half: [], all: [], known: [], reads: [] }
  for (let run = 0; run < runs; run++) {
    const range = await addWideRange(network, 80 + run)
    const segmentId = await service.createSegment(range, options)
    times.fping.push(await fpingSeconds(network, range))
    await scanNew(up, segmentId, times)
    times.known.push(await scanAgain(up, segmentId))
  }
  const against = show(times.fping, 's')
  const besideFping = (work: string, ours: number[], target = '') => ({
    work,
    ours: show(ours, 's'),
    against,
    ratio: show(ratios(ours, times.fping), ''),
    target,
  })
  return {
    title: 'From live host to stored device',
    method: `A /16 behind a router in network namespaces, ${liveInWideRange} of its addresses live, scanned with pingOnly and without a packet limit; ${runs} networks of this size in turn, each scanned first without known devices and then again. From \`POST …/scan\` until \`GET /api/v1/devices\` counts all of them, through the spool of an Audit Service, NATS and SQLite. Against: \`fping -a -q -i 0.01 -r 0 -t 500 -g\` of the same /16, which stores nothing.`,
    rows: [
      besideFping('all hosts of a /16 stored, without known devices', times.all, '0.25'),
      besideFping('the first host', times.first),
      besideFping('half of the hosts', times.half),
      besideFping('all hosts of a /16 seen again', times.known, '0.15'),
      row('the slowest API call during each run', show(times.reads, 'ms', 0), 'under 100 ms'),
    ],
  }
}

async function fpingSeconds(network: Network, range: string): Promise<number> {
  const startedAt = performance.now()
  const args = ['-a', '-q', '-i', '0.01', '-r', '0', '-t', '500', '-g', range]
  const { stdout } = await network.exec('audit', 'fping', args)
  const found = stdout.trim().split('\n').length
  if (found !== liveInWideRange) throw new Error(`fping found ${found} hosts`)
  return (performance.now() - startedAt) / 1000
}

async function scanNew(up: Up, segmentId: string, times: Times): Promise<void> {
  const devices = async () => (await up.api.read('/api/v1/devices?limit=1', totalSchema)).total
  const before = await devices()
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const { taskId } = await up.api.create(`/api/v1/segments/${segmentId}/scan`, {}, taskAcceptedSchema)
  let slowestMs = 0
  const reached = (count: number) =>
    waitFor(
      async () => {
        const requestedAt = performance.now()
        const found = (await devices()) - before
        slowestMs = Math.max(slowestMs, performance.now() - requestedAt)
        return found >= count
      },
      { what: `${count} devices`, timeoutMs: 60_000, intervalMs: 10 },
    )
  await reached(1)
  times.first.push(seconds())
  await reached(liveInWideRange / 2)
  times.half.push(seconds())
  await reached(liveInWideRange)
  times.all.push(seconds())
  times.reads.push(slowestMs)
  await ended(up, taskId, 'new')
}

async function scanAgain(up: Up, segmentId: string): Promise<number> {
  const startedAt = performance.now()
  const { taskId } = await up.api.create(`/api/v1/segments/${segmentId}/scan`, {}, taskAcceptedSchema)
  await waitFor(async () => (await readTask(up, taskId)).progress.known === liveInWideRange, {
    what: 'all devices to be seen again',
    timeoutMs: 60_000,
    intervalMs: 10,
  })
  const seconds = (performance.now() - startedAt) / 1000
  await ended(up, taskId, 'known')
  return seconds
}

const readTask = (up: Up, taskId: string) => up.api.read(`/api/v1/tasks/${taskId}`, taskRecordSchema)

/** The end of the task: every address was asked as often as there are tries. */
async function ended(up: Up, taskId: string, outcome: 'new' | 'known'): Promise<void> {
  const task = await waitFor(
    async () => {
      const record = await readTask(up, taskId)
      return record.finishedAt === null ? undefined : record
    },
    { what: 'the scan to end', timeoutMs: 60_000 },
  )
  if (task.status !== 'Success' || task.progress[outcome] !== liveInWideRange) {
    throw new Error(`scan: ${JSON.stringify(task)}`)
  }
}
