import { type ChangeQuery, changeQuerySchema } from '@rollcall/shared/api/change.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { softwareIdsBelow } from '../software/catalog/name-groups.ts'
import { changeTables } from '../store/schema/change-log.ts'
import { describeOnBothEngines } from '../store/testing/stores.ts'
import { changesOf, testContext } from '../testing/context.ts'
import { countChangesPerDay } from './changes-per-day.ts'
import { deleteOldChanges } from './delete-old-changes.ts'
import { listChanges } from './list-changes.ts'
import { type ChangeRow, recordChanges } from './record-changes.ts'
import { countChanges } from './stored-counts.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
const [device, otherDevice] = [newId(), newId()]
const linesPerBlock = 10

const actorOf = (timestamp: string) => (Date.parse(timestamp) % 120_000 === 0 ? 'Ada' : 'Agent')

/** Builds entries with all combinations of verbs, entities and devices. */
const rowOf = (index: number): ChangeRow => ({
  verb: (['Added', 'Modified', 'Deleted'] as const)[index % 3] ?? 'Added',
  entity: ['Software', 'Device', 'Segment', 'Software'][index % 4] ?? '',
  entityId: `e${index}`,
  ...(index % 5 === 0 ? {} : { deviceId: index % 2 === 0 ? device : otherDevice }),
})

describeOnBothEngines('the change log', ({ open }) => {
  /** 100 lines, three of an instant, and some of another site. */
  async function setUp() {
    const test = await testContext(await open())
    const { ctx } = test
    const record = (timestamp: string, rows: ChangeRow[], siteId = ctx.siteId) =>
      ctx.store.write((tx) =>
        recordChanges(tx, { siteId, actor: { kind: 'user', id: 'u', name: actorOf(timestamp) }, timestamp, rows }),
      )
    for (let index = 0; index < 100; index += 3) {
      await record(at(index), [index, index + 1, index + 2].filter((each) => each < 100).map(rowOf))
    }
    await record(at(50), [rowOf(1)], newId())
    const list = (values: Record<string, string>) => listChanges(ctx, changeQuerySchema.parse(values), softwareIdsBelow)
    /** Computes the expected list from the whole log. */
    const expected = async ({ verb, entity, deviceId, editedBy, from, to }: Partial<ChangeQuery>) =>
      (await changesOf(ctx))
        .filter((row) => row.siteId === ctx.siteId)
        .filter((row) => (!verb || row.verb === verb) && (!entity || row.entity === entity))
        .filter((row) => !deviceId || row.deviceId === deviceId)
        .filter((row) => !editedBy || (row.actor === editedBy && (!row.deviceId || row.entity !== 'Software')))
        .filter(({ timestamp }) => (!from || timestamp >= from) && (!to || timestamp <= to))
        .sort((a, b) => (`${a.timestamp} ${a.id}` < `${b.timestamp} ${b.id}` ? 1 : -1))
        .map(({ entityId }) => entityId)
    const filters = [
      {},
      { verb: 'Modified' },
      { entity: 'Software' },
      { entity: 'Segment', verb: 'Deleted' },
      { entity: 'none' },
      { entity: '\u0000' },
      { deviceId: device },
      { deviceId: device, entity: 'Software', verb: 'Added' },
      { editedBy: 'Ada' },
      { editedBy: 'Ada', entity: 'Software', verb: 'Added', from: at(7) },
      { editedBy: 'Agent', deviceId: device },
      { editedBy: 'nobody' },
      { from: at(7), to: at(71) },
      { from: at(30) },
      { to: at(30), entity: 'Software' },
      { from: at(31), to: at(32) },
      { from: at(60), to: at(40) },
    ] as const
    /** Every filter, read in pages of seven, against the log itself. */
    const expectAllRight = async () => {
      for (const filter of filters) {
        const wanted = await expected(filter)
        const found: string[] = []
        for (let offset = 0; offset <= wanted.length; offset += 7) {
          const page = await list({ ...filter, limit: '7', offset: String(offset) })
          expect(page.total, JSON.stringify(filter)).toBe(wanted.length)
          found.push(...page.items.map(({ entityId }) => entityId))
        }
        expect(found, JSON.stringify(filter)).toEqual(wanted)
      }
    }
    const blocks = () => ctx.store.read((db) => db.$count(db.tables(changeTables).changeBlocks))
    return { ...test, record, list, expectAllRight, blocks }
  }

  it('is listed newest first for each filter and page, with and without counts', async () => {
    const { ctx, expectAllRight, blocks } = await setUp()
    await expectAllRight()
    await countChanges(ctx, [ctx.siteId], linesPerBlock)
    expect(await blocks()).toBe(10)
    await expectAllRight()
    await countChanges(ctx, [ctx.siteId], linesPerBlock)
    expect(await blocks()).toBe(10)
  })

  it('names the subject at the time of the change, also after its deletion', async () => {
    const { ctx, record, list } = await setUp()
    const [tag, gone] = [newId(), newId()]
    const renamed = { verb: 'Modified', entity: 'Tag', field: 'name' } as const
    await record(at(200), [{ ...renamed, entityId: tag, subject: 'Lab 2', from: 'Lab', to: 'Lab 2' }])
    await record(at(201), [{ verb: 'Added', entity: 'Tag', entityId: gone, to: 'Office' }])
    await record(at(202), [{ ...renamed, entityId: gone, subject: 'Offices', from: 'Office', to: 'Offices' }])
    await record(at(203), [{ verb: 'Deleted', entity: 'Tag', entityId: gone, from: 'Offices' }])
    const lost = { entity: 'Device', entityId: newId() }
    await record(at(204), [{ ...lost, verb: 'Modified', field: 'type', deviceId: lost.entityId }])
    await record(at(205), [{ ...lost, verb: 'Deleted', deviceId: lost.entityId, from: 'pc-17' }])
    const { items } = await list({ from: at(200) })
    expect(items.map(({ subjectName, subjectDeleted }) => [subjectName, subjectDeleted])).toEqual([
      ['pc-17', true],
      ['pc-17', true],
      ['Offices', true],
      ['Offices', true],
      ['Office', true],
      ['Lab 2', false],
    ])
    expect(await ctx.store.read((db) => db.$count(db.tables(changeTables).changes))).toBe(107)
  })

  it('has the time of an observation that arrived a minute or more later', async () => {
    const { ctx, list } = await setUp()
    const { siteId } = ctx
    const actor = { kind: 'service', id: 's', name: 'Hamburg' } as const
    const rows: ChangeRow[] = [
      { verb: 'Modified', entity: 'Device', entityId: device, deviceId: device, field: 'name' },
    ]
    await ctx.store.write((tx) =>
      recordChanges(
        tx,
        { siteId, actor, timestamp: at(300), observedAt: at(10), rows },
        { siteId, actor, timestamp: at(301), observedAt: new Date(start + 301 * 60_000 - 59_000).toISOString(), rows },
      ),
    )
    expect((await list({ from: at(300) })).items.map(({ observedAt }) => observedAt)).toEqual([null, at(10)])
  })

  it('is correct after an entry within a counted time', async () => {
    const { ctx, record, expectAllRight, blocks } = await setUp()
    await countChanges(ctx, [ctx.siteId], linesPerBlock)
    await record(at(50), [rowOf(3)])
    expect(await blocks()).toBe(5)
    await expectAllRight()
    await countChanges(ctx, [ctx.siteId], linesPerBlock)
    await expectAllRight()
    await record(at(-1), [rowOf(3)])
    await expectAllRight()
  })

  it('deletes its oldest entries in turns', async () => {
    const { ctx, expectAllRight, list } = await setUp()
    await countChanges(ctx, [ctx.siteId], linesPerBlock)
    expect(await deleteOldChanges(ctx, ctx.siteId, at(40), 25)).toBe(25)
    expect((await list({})).total).toBe(75)
    await expectAllRight()
    expect(await deleteOldChanges(ctx, ctx.siteId, at(40), 25)).toBe(17)
    expect(await deleteOldChanges(ctx, ctx.siteId, at(40), 25)).toBe(0)
    await expectAllRight()
    await countChanges(ctx, [ctx.siteId], linesPerBlock)
    await expectAllRight()
    expect((await list({ to: at(39) })).total).toBe(0)
  })

  it('is counted per day, with and without counts', async () => {
    const { ctx } = await setUp()
    // Days of 20 minutes, which begin and end within blocks.
    const starts = Array.from({ length: 5 }, (_, day) => at(20 * day - 7))
    const rows = (await changesOf(ctx)).filter(({ siteId }) => siteId === ctx.siteId)
    const expected = starts.map((from, day) => {
      const until = starts[day + 1]
      const ofDay = rows.filter(({ timestamp }) => timestamp >= from && (!until || timestamp < until))
      const lines = (verb: string) => ofDay.filter((row) => row.verb === verb).length
      return { from, added: lines('Added'), modified: lines('Modified'), deleted: lines('Deleted') }
    })
    const counted = () => ctx.store.read((db) => countChangesPerDay(db, ctx.siteId, starts))
    expect(await counted()).toEqual(expected)
    await countChanges(ctx, [ctx.siteId], linesPerBlock)
    expect(await counted()).toEqual(expected)
  })

  it('is not counted while entries of that time may still come', async () => {
    const { ctx, record, blocks, advance } = await setUp()
    const now = ctx.clock.now().toISOString()
    await record(
      now,
      Array.from({ length: 30 }, (_, index) => rowOf(index)),
    )
    await record(new Date(Date.parse(now) + 1).toISOString(), [rowOf(1)])
    await countChanges(ctx, [ctx.siteId], linesPerBlock)
    const before = await blocks()
    advance(3600)
    await countChanges(ctx, [ctx.siteId], linesPerBlock)
    expect(await blocks()).toBeGreaterThan(before)
  })
})
