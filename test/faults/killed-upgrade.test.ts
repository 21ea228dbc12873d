import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrations } from '@rollcall/collector/store/migrations.ts'
import { makeVault } from '@rollcall/collector/store/vault.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../bench/dataset/random.ts'
import { allDevices } from '../flows/support/inventory.ts'
import { startOnMachine } from '../harness/machine.ts'
import { freePort } from '../harness/ports.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { launcher, startUp } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { recordFigures } from './support/figures.ts'
import { deviceCount, makeFirstDatabase } from './support/first-database.ts'
import { guardOf, roundsOf, seed } from './support/rounds.ts'

const rounds = roundsOf({ short: 1, share: 0.25 })

let folder: TmpFolder
let postgres: PostgresServer
beforeAll(async () => {
  folder = await tmpFolder()
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  await folder?.remove()
})

test(
  'upgrades PostgreSQL from the first schema after kill -9 in the middle',
  guardOf(rounds, 60_000),
  async (context) => {
    const random = createRandom(seed)
    const migrationCount = (await readMigrations('postgres')).length
    const ports = ['--no-agent', '--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
    const totals = { accepted: 0, lost: 0, doubled: 0 }
    const recoveriesMs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = join(folder.path, `round-${round}`)
      await mkdir(dataDir)
      await makeVault(join(dataDir, 'master.key'))
      const url = await postgres.createDatabase()
      const ids = await makeFirstDatabase({ engine: 'postgres', url })
      totals.accepted += ids.length
      const env = { ROLLCALL_DATABASE_URL: url }
      const args = [launcher.script, 'up', '--json', '--data-dir', dataDir, ...ports]
      const machine = await startOnMachine({ program: launcher.program, args, env })
      const killAfter = 1 + random.below(migrationCount - 1)
      const migrationsBegun = async () =>
        (await readFile(join(dataDir, 'logs', 'collector.log'), 'utf8')).split('is being migrated').length - 1
      await waitFor(async () => (await migrationsBegun()) >= killAfter, {
        what: `migration ${killAfter}`,
        timeoutMs: 60_000,
        intervalMs: 1,
      })
      await machine.stop('SIGKILL')
      const startedAt = performance.now()
      const up = await startUp({ dataDir, args: ports, env, isMachine: true })
      recoveriesMs.push(performance.now() - startedAt)
      const devices = (await allDevices(up.api)).map(({ id }) => id)
      totals.lost += ids.filter((id) => !devices.includes(id)).length
      totals.doubled += devices.length - new Set(devices).size
      await up.stop('SIGKILL')
    }
    recordFigures(context, { fault: 'kill -9 during an upgrade of PostgreSQL', rounds, ...totals, recoveriesMs })
    expect(totals).toEqual({ accepted: rounds * deviceCount, lost: 0, doubled: 0 })
  },
)
