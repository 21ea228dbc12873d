import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestScan, scan } from '../../flows/support/audit-site.ts'
import { readTask } from '../../flows/support/inventory.ts'
import { casesOf } from '../../harness/long-form.ts'
import { daysLater } from '../../harness/moved-clock.ts'
import { freePort } from '../../harness/ports.ts'
import { startUp, type Up } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { waitFor } from '../../harness/wait.ts'
import { recordFigures } from '../support/figures.ts'
import { compareWhenStored, namesIn, watchSpool } from '../support/result-ledger.ts'
import { type SimulatedNetwork, startSimulatedNetwork } from '../support/simulated-network.ts'

const deviceCount = 24
const minuteDays = 1 / 1440

let network: SimulatedNetwork
let folder: TmpFolder
beforeAll(async () => {
  folder = await tmpFolder()
  network = await startSimulatedNetwork(deviceCount)
})
afterAll(async () => {
  await network?.[Symbol.asyncDispose]()
  await folder?.remove()
})

const cuts = [
  ['72 hours', 3],
  ['10 minutes', 10 * minuteDays],
] as const

test.for(casesOf(cuts, 1))(
  'delivers the results of a scan exactly once after NATS was cut off for %s',
  async ([duration, days], context) => {
    const dataDir = join(folder.path, duration.replace(' ', '-'))
    const args = ['--no-agent', '--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
    let up: Up = await startUp({ dataDir, args, isMachine: true })
    const spool = join(dataDir, 'audit-service', 'spool')
    const ledger = watchSpool(join(dataDir, 'audit-service'))
    const untilDelivered = () =>
      waitFor(async () => (await namesIn(spool)).length === 0, { what: 'every result to be sent', timeoutMs: 60_000 })
    const restart = async (daysAhead: number) => {
      await up.stop('SIGKILL')
      const restartedAt = performance.now()
      up = await startUp({ dataDir, args, env: daysLater(daysAhead), isMachine: true })
      await untilDelivered()
      return performance.now() - restartedAt
    }
    try {
      const segmentId = await network.createSegment(up)
      await scanCutOff(up, segmentId, spool)
      const copies = join(folder.path, `${duration} copies`)
      await cp(spool, copies, { recursive: true })
      const recoveryMs = await restart(days)
      // A few may have been sent before the server was frozen.
      expect(ledger.results.size).toBeGreaterThan(deviceCount / 2)
      expect(await compareWhenStored(up.api, ledger.results)).toEqual({ lost: [], doubled: [] })

      // Once more, the last ones first and much later than the server remembers ids of messages.
      await up.stop()
      await putBackReversed(copies, spool)
      await restart(days + 1)
      const { lost, doubled } = await compareWhenStored(up.api, ledger.results)
      recordFigures(context, {
        fault: `NATS cut off for ${duration}`,
        rounds: 1,
        accepted: ledger.results.size,
        lost: lost.length,
        doubled: doubled.length,
        recoveriesMs: [recoveryMs],
      })
      expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })
      expect((await scan(up.api, segmentId)).progress.known).toBe(deviceCount)
    } finally {
      await ledger.stop()
      await up.stop()
    }
  },
)

/** Scans while the NATS server is frozen: all that is found waits in the spool. */
async function scanCutOff(up: Up, segmentId: string, spool: string): Promise<void> {
  const taskId = await requestScan(up.api, segmentId)
  const isRunning = async () => (await readTask(up.api, taskId)).status === 'Running'
  await waitFor(isRunning, { what: 'the scan to begin', timeoutMs: 60_000, intervalMs: 5 })
  process.kill(up.pidOf('nats-server'), 'SIGSTOP')
  const hasEnd = async () => (await namesIn(spool)).some((name) => name.endsWith('.finished'))
  await waitFor(hasEnd, { what: 'every result to be in the spool', timeoutMs: 60_000 })
}

/** Makes the entries wait again, the last one first. */
async function putBackReversed(copies: string, spool: string): Promise<void> {
  const names = (await namesIn(copies)).reverse()
  for (const [index, name] of names.entries()) {
    await cp(join(copies, name), join(spool, `${String(index + 1).padStart(12, '0')}${name.slice(12)}`))
  }
}
