import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readMigrations } from '@rollcall/collector/store/migrations.ts'
import { openStore } from '@rollcall/collector/store/open.ts'
import { makeVault } from '@rollcall/collector/store/vault.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, test } from 'vitest'
import { createRandom } from '../bench/dataset/random.ts'
import { allDevices } from '../flows/support/inventory.ts'
import { startOnMachine } from '../harness/machine.ts'
import { freePort } from '../harness/ports.ts'
import { mountPowerCutDisk } from '../harness/power-cut-disk.ts'
import { launcher, startUp } from '../harness/rollcall.ts'
import { waitFor } from '../harness/wait.ts'
import { recordFigures } from './support/figures.ts'
import { cutPower, drawCut } from './support/power.ts'
import { snapshotsOf } from './support/result-ledger.ts'
import { guardOf, roundsOf, seed } from './support/rounds.ts'

/** The first one is not disturbed, and counts what an upgrade changes on the disk. */
const rounds = roundsOf({ short: 2, share: 0.25 })
const deviceCount = 200

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
    const ids = await makeFirstDatabase(join(dataDir, 'rollcall.db'))
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
    const kept = devices.filter(({ id }) => ids.includes(id))
    totals.lost += ids.length - kept.length
    totals.doubled += devices.length - new Set(devices.map(({ id }) => id)).size
    const [first] = kept
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

/** A database as the first release made it, with devices of one snapshot each; gives the ids of the devices. */
async function makeFirstDatabase(file: string): Promise<string[]> {
  const [first] = await readMigrations('sqlite')
  if (!first) throw new Error('there are no migrations')
  const store = await openStore({ engine: 'sqlite', file })
  await store.migrate([first])
  await store.close()
  const database = new DatabaseSync(file)
  const insert = (table: string, row: Record<string, string | number>) => {
    const names = Object.keys(row)
    const sql = `INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`
    database.prepare(sql).run(...Object.values(row))
  }
  const [siteId, at] = [newId(), Date.now()]
  const empty = JSON.stringify({ macAddresses: [], ipAddresses: [], chassisSerials: [], sshHostKeys: [] })
  const report = JSON.stringify({ type: 'computer', name: 'old', evidence: [], truncated: [], probes: [] })
  const match = JSON.stringify({ decision: 'new', matched: [], against: [], confidence: 1, review: null })
  const ids = Array.from({ length: deviceCount }, newId)
  database.exec('BEGIN')
  insert('sites', { id: siteId, name: 'Default', name_key: 'default', created_at: at })
  for (const [index, id] of ids.entries()) {
    const name = `old-${index}`
    const times = { first_seen: at, last_seen: at, modified_at: at }
    const named = { name, name_key: name, search_text: name, type: 'computer', custom_fields: '[]' }
    insert('devices', { id, site_id: siteId, ...named, ...times })
    const seen = { audit_date: at, received_at: at, source: 'Agent', depth: 'audit' }
    const origin = { id: newId(), site_id: siteId, device_id: id, observation_id: newId() }
    insert('snapshots', { ...origin, ...seen, identity: empty, report, match })
  }
  database.exec('COMMIT')
  database.close()
  return ids
}
