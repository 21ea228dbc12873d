import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { makeVault } from '@rollcall/collector/store/vault.ts'
import { expect, test } from 'vitest'
import { createRandom } from '../../bench/dataset/random.ts'
import { allDevices } from '../../flows/support/inventory.ts'
import { startOnMachine } from '../../harness/machine.ts'
import { freePort } from '../../harness/ports.ts'
import { mountPowerCutDisk } from '../../harness/power-cut-disk.ts'
import { launcher, startUp } from '../../harness/rollcall.ts'
import { waitFor } from '../../harness/wait.ts'
import { recordFigures } from '../support/figures.ts'
import { deviceCount, makeFirstDatabase } from '../support/first-database.ts'
import { cutPower, drawCut } from '../support/power.ts'
import { snapshotsOf } from '../support/result-ledger.ts'
import { guardOf, roundsOf, seed } from '../support/rounds.ts'

/** The first one is not disturbed, and counts what an upgrade changes on the disk. */
const rounds = roundsOf({ short: 2, share: 0.25 })

test('upgrades from the first schema after power cuts in the middle', guardOf(rounds, 60_000), async (context) => {
  await using disk = await mountPowerCutDisk()
  const ports = ['--no-agent', '--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  const random = createRandom(seed)
  const recoveriesMs: number[] = []
  const totals = { accepted: 0, lost: 0, doubled: 0 }
  let changesOfUpgrade: number | undefined
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = join(disk.path, `round-${round}`)
    mkdirSync(dataDir)
    await makeVault(join(dataDir, 'master.key'))
    const ids = await makeFirstDatabase({ engine: 'sqlite', file: join(dataDir, 'rollcall.db') })
    for (const path of [join(dataDir, 'rollcall.db'), dataDir, disk.path]) await syncPath(path)
    totals.accepted += ids.length
    if (changesOfUpgrade !== undefined) {
      const args = [launcher.script, 'up', '--json', '--data-dir', dataDir, ...ports]
      const machine = await startOnMachine({ program: launcher.program, args })
      const isReady = waitFor(() => machine.stdout() !== '', { what: 'the upgrade to end', timeoutMs: 60_000 })
      const latest = Promise.race([isReady, machine.exited])
      await cutPower(disk, machine, drawCut(round, random, changesOfUpgrade), latest)
    }
    const changesBefore = await disk.countChanges()
    const startedAt = performance.now()
    const up = await startUp({ dataDir, args: ports, isMachine: true })
    recoveriesMs.push(performance.now() - startedAt)
    changesOfUpgrade ??= (await disk.countChanges()) - changesBefore
    const devices = await allDevices(up.api)
    const stored = devices.filter(({ id }) => ids.includes(id))
    totals.lost += ids.length - stored.length
    totals.doubled += devices.length - new Set(devices.map(({ id }) => id)).size
    const [first] = stored
    expect(first && (await snapshotsOf(up.api, first.id))).toHaveLength(1)
    await up.stop('SIGKILL')
  }
  recordFigures(context, { fault: 'power cut during an upgrade', rounds, ...totals, recoveriesMs })
  expect(totals).toEqual({ accepted: rounds * deviceCount, lost: 0, doubled: 0 })
})

async function syncPath(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}
