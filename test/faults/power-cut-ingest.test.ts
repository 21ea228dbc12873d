import { expect, test } from 'vitest'
import { createRandom } from '../bench/dataset/random.ts'
import { mountPowerCutDisk } from '../harness/power-cut-disk.ts'
import { waitFor } from '../harness/wait.ts'
import { joinAgents } from './support/agents.ts'
import { recordFigures } from './support/figures.ts'
import { drawCut, startMachine } from './support/power.ts'
import { guardOf, roundsOf, seed } from './support/rounds.ts'

const rounds = roundsOf({ short: 1, share: 0.5 })
const agentCount = 8
/** A round sends at least so many snapshots before the cut. */
const snapshotsPerRound = 50
/** About what a hundred snapshots change on the disk. */
const changesMax = 1_000

test('keeps every accepted snapshot when the power is cut during ingest', guardOf(rounds, 60_000), async (context) => {
  await using disk = await mountPowerCutDisk()
  await using machine = await startMachine(disk)
  const fleet = await joinAgents(machine.up(), agentCount)
  const random = createRandom(seed)
  const figures = {
    fault: 'power cut during ingest',
    rounds,
    accepted: 0,
    lost: 0,
    doubled: 0,
    recoveriesMs: [] as number[],
  }
  const failures: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const cut = drawCut(round, random, changesMax)
    const acceptedBefore = fleet.accepted()
    const sending = fleet.start()
    await waitFor(() => fleet.accepted() >= acceptedBefore + snapshotsPerRound, {
      what: 'snapshots to be accepted',
      timeoutMs: 60_000,
    })
    await machine.cut(cut)
    figures.recoveriesMs.push(await machine.start())
    await sending.stop()
    await fleet.sendRest()
    await fleet.sendLastAgain()
    const { lost, doubled } = await fleet.compare(machine.up())
    if (lost + doubled > 0) failures.push(`round ${round}, ${JSON.stringify(cut)}: ${lost} lost, ${doubled} doubled`)
    figures.lost += lost
    figures.doubled += doubled
  }
  figures.accepted = fleet.accepted()
  recordFigures(context, figures)
  expect(failures).toEqual([])
})

test('loses accepted snapshots on a disk that ignores syncs, so the test can fail', { timeout: 180_000 }, async () => {
  await using disk = await mountPowerCutDisk({ ignoreSyncs: true })
  await using machine = await startMachine(disk)
  const fleet = await joinAgents(machine.up(), agentCount)
  const sending = fleet.start()
  await waitFor(() => fleet.accepted() >= snapshotsPerRound, { what: 'snapshots to be accepted', timeoutMs: 60_000 })
  await machine.cut({ survives: 'nothing', afterChanges: 0, seed })
  await sending.stop()
  await machine.start()
  expect((await fleet.compare(machine.up())).lost).toBe(fleet.accepted())
})
