import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { testSystem } from '../../ingest/testing/system.ts'
import type { Kit } from '../../store/kit.ts'
import { readMigrations } from '../../store/migrations.ts'
import { openStore } from '../../store/open.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { statesAt } from '../read/as-of.ts'
import { getSnapshot, rawSnapshot, readReport } from '../read/list-snapshots.ts'
import { packNext } from './pack.ts'

/** The tables as they were before. */
const oldTables = (kit: Kit) => ({
  sections: kit.table('sections', {
    hash: kit.text('hash').primaryKey(),
    content: kit.bytes('content').notNull(),
    size: kit.integer('size').notNull(),
    baseHash: kit.text('base_hash'),
  }),
  snapshots: kit.table('snapshots', {
    id: kit.text('id').primaryKey(),
    siteId: kit.text('site_id').notNull(),
    deviceId: kit.text('device_id').notNull(),
    observationId: kit.text('observation_id').notNull(),
    auditDate: kit.time('audit_date').notNull(),
    receivedAt: kit.time('received_at').notNull(),
    source: kit.text('source').notNull(),
    depth: kit.text('depth').notNull(),
    agentId: kit.text('agent_id'),
    taskId: kit.text('task_id'),
    hardwareHash: kit.text('hardware_hash'),
    softwareHash: kit.text('software_hash'),
    identity: kit.json<unknown>('identity').notNull(),
    report: kit.json<unknown>('report').notNull(),
    match: kit.json<unknown>('match').notNull(),
  }),
  rawPayloads: kit.table('raw_payloads', {
    snapshotId: kit.text('snapshot_id').primaryKey(),
    content: kit.bytes('content').notNull(),
    size: kit.integer('size').notNull(),
  }),
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const packed = (text: string) => ({ content: zstdCompressSync(text), size: Buffer.byteLength(text) })
const identity = { hostname: 'pc1', macAddresses: [], ipAddresses: [], chassisSerials: [], sshHostKeys: [] }
const report = { type: 'computer', name: 'pc1', evidence: [], truncated: [], probes: [] }
const match = { decision: 'matched', matched: [], against: [], confidence: 1, review: null }

describeOnBothEngines('snapshots of an earlier release', ({ engine, newDatabase }) => {
  it('are migrated and packed like others', async () => {
    await using stack = new AsyncDisposableStack()
    const store = await openStore(await newDatabase())
    stack.defer(() => store.close())
    const migrations = await readMigrations(engine)
    const at = migrations.findIndex(({ name }) => name.endsWith('_slim_snapshots.sql'))
    await store.migrate(migrations.slice(0, at))
    const deviceId = newId()
    const base = '{"system":{"model":"T14"},"volumes":[{"mount":"/"}]}'
    const software = Array.from({ length: 50 }, (_, index) => ({ name: sha256(`${index}`), version: '1' }))
    const days = [0, 1, 2].map((day) => {
      const volatile = `{"volumes":[{"freeBytes":${day}}]}`
      const listed = JSON.stringify([...software, { name: 'zsh', version: `${day}` }])
      return {
        id: newId(),
        auditDate: `2026-11-2${day}T08:00:00.000Z`,
        hardware: { hash: sha256(`${sha256(base)}\n${volatile}`), ...packed(volatile), baseHash: sha256(base) },
        software: { hash: sha256(listed), ...packed(listed), baseHash: null },
        listed,
        raw: `${day} ${listed}`,
      }
    })
    await store.write(async (tx) => {
      const old = tx.tables(oldTables)
      const sections = days.flatMap((day) => [day.hardware, day.software])
      await tx.insertRows(old.sections, [{ hash: sha256(base), ...packed(base), baseHash: null }, ...sections])
      await tx.insertRows(
        old.snapshots,
        days.map(({ id, auditDate, hardware, software }) => ({
          ...{ id, auditDate, receivedAt: auditDate, siteId: 'site', deviceId, observationId: newId() },
          ...{ source: 'Agent', depth: 'audit', agentId: deviceId, identity, report, match },
          ...{ hardwareHash: hardware.hash, softwareHash: software.hash },
        })),
      )
      const payloads = days.slice(1).map(({ id, raw }) => ({ snapshotId: id, ...packed(raw) }))
      await tx.insertRows(old.rawPayloads, payloads)
    })
    await store.migrate(migrations)

    const { ctx } = testSystem(store)
    const shown = () =>
      Promise.all(
        days.map(async ({ id }, day) => ({
          ...(await getSnapshot(ctx, id)),
          report: await readReport(ctx, id),
          raw: day === 0 ? null : Buffer.from(await rawSnapshot(ctx, id)).toString(),
        })),
      )
    const before = await shown()
    const ofDay = days.map(({ id, auditDate, listed, raw }, day) => ({
      ...{ id, deviceId, auditDate, source: 'Agent' },
      data: { hardware: { system: { model: 'T14' }, volumes: [{ freeBytes: day }] }, software: JSON.parse(listed) },
      report: { name: 'pc1', depth: 'audit' },
      raw: day === 0 ? null : raw,
    }))
    expect(before).toMatchObject(ofDay)
    await expect(rawSnapshot(ctx, days[0]?.id ?? '')).rejects.toThrow('No raw payload')
    const [state] = await store.read((db) => statesAt(db, deviceId, '2026-11-21T09:00:00.000Z'))
    expect(state).toMatchObject({ snapshotId: days[1]?.id, softwareHash: days[1]?.software.hash })

    while ((await packNext(ctx)) > 0);
    expect(await shown()).toEqual(before)
    const { snapshotFacts, sections } = store.tables(snapshotTables)
    expect(await store.read((db) => db.$count(snapshotFacts))).toBe(1)
    const stored = await store.read((db) => db.select().from(sections))
    // The software and the volatile data of the second and the third day.
    expect(stored.filter(({ dictionarySeq }) => dictionarySeq !== null)).toHaveLength(4)
  })
})
