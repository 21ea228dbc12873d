import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRandom } from '../bench/dataset/random.ts'
import { requestScan } from '../flows/support/audit-site.ts'
import { readTask, taskEnd } from '../flows/support/inventory.ts'
import { isLongForm } from '../harness/long-form.ts'
import { mountPowerCutDisk } from '../harness/power-cut-disk.ts'
import { waitFor } from '../harness/wait.ts'
import { recordFigures } from './support/figures.ts'
import { drawCut, startMachine } from './support/power.ts'
import { compareResults, namesIn, watchSpool } from './support/result-ledger.ts'
import { guardOf, roundsOf, seed } from './support/rounds.ts'
import { startSimulatedNetwork } from './support/simulated-network.ts'

const deviceCount = 24
/** About what storing the results of a scan changes on the disk. */
const changesMax = 300

/** Location of a scan's results when the power is cut. */
const places = ['in the spool', 'in JetStream', 'on their way to the store'] as const
type Place = (typeof places)[number]

/** In the short form: where all three parts of the way are busy. */
for (const place of isLongForm ? places : places.slice(-1)) {
  const rounds = roundsOf({ short: 1, share: 0.2 })
  const title = `keeps every result when the power is cut while results are ${place}`
  test(title, guardOf(rounds, 120_000), async (context) => {
    await using network = await startSimulatedNetwork(deviceCount)
    await using disk = await mountPowerCutDisk()
    await using machine = await startMachine(disk)
    const segmentId = await network.createSegment(machine.up())
    const stateDir = join(machine.up().dataDir, 'audit-service')
    const spoolNames = () => namesIn(join(stateDir, 'spool'))
    const isSpoolEmpty = async () => (await spoolNames()).length === 0
    const ledger = watchSpool(stateDir)
    const random = createRandom(seed)
    const fault = `power cut while results are ${place}`
    const figures = { fault, rounds, accepted: 0, lost: 0, doubled: 0, recoveriesMs: [] as number[] }
    try {
      for (let round = 0; round < rounds; round += 1) {
        const taskId = await holdResults(place)
        const cut = drawCut(round, random, changesMax)
        await machine.cut(place === 'on their way to the store' ? cut : { ...cut, afterChanges: 0 })
        figures.recoveriesMs.push(await machine.start())
        const task = await taskEnd(machine.up().api, taskId, 90_000)
        expect(task, `round ${round}: ${JSON.stringify(cut)}`).toMatchObject({ status: 'Success' })
      }
      await waitFor(isSpoolEmpty, { what: 'every result to be sent', timeoutMs: 60_000 })
    } finally {
      await ledger.stop()
    }
    const { lost, doubled } = await compareResults(machine.up().api, ledger.results)
    const accepted = ledger.results.size
    recordFigures(context, { ...figures, accepted, lost: lost.length, doubled: doubled.length })
    // A few may have been sent before the server was stopped.
    expect(accepted).toBeGreaterThan((rounds * deviceCount) / 2)
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })

    /** Scans, and stops processes so that the results are at that place; gives the task's id. */
    async function holdResults(where: Place): Promise<string> {
      const { api, pidOf } = machine.up()
      const [nats, collector] = [pidOf('nats-server'), pidOf('collector')]
      const taskId = await requestScan(api, segmentId)
      const isRunning = async () => (await readTask(api, taskId)).status === 'Running'
      await waitFor(isRunning, { what: 'the scan to begin', timeoutMs: 60_000 })
      process.kill(nats, 'SIGSTOP')
      const hasEnd = async () => (await spoolNames()).some((name) => name.endsWith('.finished'))
      await waitFor(hasEnd, { what: 'every result to be in the spool', timeoutMs: 60_000 })
      if (where === 'in the spool') return taskId
      process.kill(collector, 'SIGSTOP')
      process.kill(nats, 'SIGCONT')
      await waitFor(isSpoolEmpty, { what: 'the server to have every result', timeoutMs: 60_000 })
      if (where === 'on their way to the store') process.kill(collector, 'SIGCONT')
      return taskId
    }
  })
}
