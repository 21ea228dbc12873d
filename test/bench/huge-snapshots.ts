import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '@rollcall/shared/ids.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import { pino } from 'pino'
import { createReader, type Reader } from '../../collector/src/ingest/reading/reader.ts'
import { deliveryOf } from '../../collector/src/ingest/reading/reading.ts'
import { noMetrics } from '../../collector/src/lib/metrics.ts'
import { longestHold } from './event-loop.ts'
import { type InProcess, openInProcess } from './in-process.ts'
import { type Row, show } from './report.ts'

const packages = 100_000
/** Each on a database of its own. */
const times = 3

const kinds = ['first', 'upgraded'] as const
type Figures = Record<(typeof kinds)[number], number[]>

/** Measures the time of a snapshot with very many packages, and the time for which it delays others. */
export async function hugeSnapshotRows(packageOf: (n: number, patch: number) => Software): Promise<Row[]> {
  const seconds: Figures = { first: [], upgraded: [] }
  const held: Figures = { first: [], upgraded: [] }
  const others: Figures = { first: [], upgraded: [] }
  const reader = createReader({ log: pino({ level: 'silent' }), metrics: noMetrics })
  try {
    for (let time = 0; time < times; time++) {
      await using bench = await openInProcess()
      const agentId = newId()
      for (const [patch, kind] of kinds.entries()) {
        const software = Array.from({ length: packages }, (_, n) => packageOf(n, patch))
        const raw = Buffer.from(JSON.stringify(observed(bench, agentId, software)))
        const beganAt = performance.now()
        const other = otherAgent(bench, reader)
        held[kind].push(await longestHold(() => submit(bench, reader, agentId, raw)))
        seconds[kind].push((performance.now() - beganAt) / 1000)
        others[kind].push(await other.stop())
      }
    }
  } finally {
    await reader.close()
  }
  const row = (work: string, kind: keyof Figures): Row => ({
    work: `${work}; longest hold of the event loop; slowest snapshot of another agent meanwhile`,
    ours: `${show(seconds[kind], 's')}; ${show(held[kind], 'ms', 0)}; ${show(others[kind], 'ms', 0)}`,
    against: '',
    ratio: '',
    target: 'stored, or refused with a reason; others under 1 s',
  })
  const many = packages.toLocaleString('en')
  return [row(`new snapshot with ${many} packages`, 'first'), row(`all of ${many} packages upgraded`, 'upgraded')]
}

/** Sends one small snapshot after the other. `stop` returns the milliseconds of the slowest. */
function otherAgent(bench: InProcess, reader: Reader): { stop(): Promise<number> } {
  const agentId = newId()
  let isStopped = false
  const sending = (async () => {
    let slowest = 0
    while (!isStopped) {
      const raw = Buffer.from(JSON.stringify(observed(bench, agentId, [{ name: 'bash', version: newId() }])))
      const beganAt = performance.now()
      await submit(bench, reader, agentId, raw)
      slowest = Math.max(slowest, performance.now() - beganAt)
      await delay(20)
    }
    return slowest
  })()
  return {
    stop() {
      isStopped = true
      return sending
    },
  }
}

const observed = ({ ctx }: InProcess, agentId: string, software: readonly Software[]) => ({
  schemaVersion: 1,
  id: newId(),
  source: 'Agent',
  observedAt: ctx.clock.now().toISOString(),
  type: 'computer',
  name: 'pc-1',
  identity: { agentId },
  depth: 'audit',
  software,
})

/** The way that what an agent has sent takes in the collector. */
async function submit({ ctx, ingest }: InProcess, reader: Reader, agentId: string, raw: Buffer) {
  const now = ctx.clock.now().toISOString()
  const sender = { siteId: ctx.siteId, id: agentId, name: 'bench' }
  const sent = { sender, bytes: raw, packing: 'none' as const }
  const reading = await reader.readSnapshot(sent, { agentId, now, aheadMs: 0, whole: false })
  await ingest.submitPrepared({
    siteId: ctx.siteId,
    ...deliveryOf(reading),
    agentId,
    actor: 'agent bench',
  })
}
