import { eq, gt } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { pc, testIngest } from '../../ingest/testing/ingest.ts'
import { agent } from '../../ingest/testing/observations.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { getSnapshot, rawSnapshot } from '../read/list-snapshots.ts'
import { testHistory } from '../testing/history.ts'
import { loadContents, pathOf } from './contents.ts'
import { packNext } from './pack.ts'

const days = Array.from({ length: 40 }, (_, day) => day)

describeOnBothEngines('packed snapshots', ({ open }) => {
  it('are read unchanged, take a fraction of the space, and are packed once', async () => {
    const store = await open()
    const history = testHistory(store)
    const ids: string[] = []
    for (const day of days) ids.push(await history.storeSnapshot(day))
    const before = await Promise.all(ids.map(history.shown))
    const whole = await history.contents()
    // Of a device and origin one a turn, since each is packed against the one before it.
    expect(await history.packAll()).toBe(days.length)
    expect(await Promise.all(ids.map(history.shown))).toEqual(before)
    expect(before.map(({ raw }) => raw)).toEqual(ids.map(history.sent))
    const packed = await history.contents()
    const bytesOf = (rows: readonly { content: Uint8Array }[]) => rows.reduce((sum, row) => sum + row.content.length, 0)
    expect(bytesOf(packed.raw)).toBeLessThan(bytesOf(whole.raw) / 8)
    expect(bytesOf(packed.sections)).toBeLessThan(bytesOf(whole.sections) / 8)
    expect(packed.raw.filter(({ dictionarySeq }) => dictionarySeq === null)).toHaveLength(1)
  })

  it('are read through few others, however many there are', async () => {
    const store = await open()
    const history = testHistory(store)
    for (const day of days) {
      await history.storeSnapshot(day)
      await history.packAll()
    }
    const { raw } = await history.contents()
    const { rawPayloads } = store.tables(snapshotTables)
    const seqs = raw.map(({ seq }) => seq)
    const contents = await store.read((db) => loadContents(db, rawPayloads, seqs))
    const lengths = seqs.map((seq) => pathOf(contents, seq).length)
    // 31 is the place below 40 with the most bits that are one.
    expect(Math.max(...lengths)).toBe(6)
  })

  it('stay intact after a kill, and are packed afterwards', async () => {
    const store = await open()
    const history = testHistory(store)
    const ids = [await history.storeSnapshot(0), await history.storeSnapshot(1)]
    const before = await Promise.all(ids.map(history.shown))
    await packNext(history.ctx)
    const killed = {
      ...store,
      write: <R>(fn: Parameters<typeof store.write<R>>[0]) =>
        store.write<R>(async (tx) => {
          await fn(tx)
          throw new Error('killed')
        }),
    }
    await expect(packNext({ ...history.ctx, store: killed })).rejects.toThrow('killed')
    expect((await history.contents()).raw.map(({ dictionarySeq }) => dictionarySeq)).toEqual([null, null])
    expect(await packNext(history.ctx)).toBe(1)
    expect(await Promise.all(ids.map(history.shown))).toEqual(before)
    expect((await history.contents()).raw.filter(({ dictionarySeq }) => dictionarySeq !== null)).toHaveLength(1)
  })

  it('of several devices are packed together, each against its own device', async () => {
    const store = await open()
    const history = testHistory(store)
    const ids: string[] = []
    for (const day of [0, 1, 2]) for (const machine of [1, 2, 3]) ids.push(await history.storeSnapshot(day, machine))
    const before = await Promise.all(ids.map(history.shown))
    expect(await history.packAll()).toBe(3)
    expect(await Promise.all(ids.map(history.shown))).toEqual(before)
  })

  it('never form a cycle of differences, also with two concurrent collectors', async () => {
    const store = await open()
    const { submit, ctx } = testIngest(store)
    const listOf = (version: string) =>
      Array.from({ length: 300 }, (_, index) => ({ name: `library-${index}`, version: index === 7 ? version : '1' }))
    const ids: string[] = []
    for (const [minutes, version] of ['a', 'b', 'a'].entries()) {
      const other = version === 'a' ? 'b' : 'a'
      for (const [machine, software] of [listOf(version), listOf(other)].entries()) {
        ids.push((await submit(agent(minutes, { ...pc(machine + 1), software }))).snapshotId ?? '')
      }
    }
    const before = await Promise.all(ids.map((id) => getSnapshot(ctx, id)))
    const turn = async () => (await Promise.all([packNext(ctx), packNext(ctx)])).some((packed) => packed > 0)
    while (await turn());
    expect(await Promise.all(ids.map((id) => getSnapshot(ctx, id)))).toEqual(before)
    const lists = await store.read((db) => {
      const { sections } = db.tables(snapshotTables)
      return db.select({ dictionarySeq: sections.dictionarySeq }).from(sections).where(gt(sections.size, 5_000))
    })
    expect(lists.map(({ dictionarySeq }) => dictionarySeq === null).sort()).toEqual([false, true])
  })

  it('are packed if one of them is broken', async () => {
    const store = await open()
    const history = testHistory(store)
    const ids: string[] = []
    for (const day of [0, 1, 2]) for (const machine of [1, 2]) ids.push(await history.storeSnapshot(day, machine))
    const broken = await history.rawRow(ids[0] ?? '')
    await store.write((tx) => {
      const { rawPayloads } = tx.tables(snapshotTables)
      return tx
        .update(rawPayloads)
        .set({ content: Buffer.from('broken') })
        .where(eq(rawPayloads.seq, broken?.seq ?? 0))
    })
    await history.packAll()
    const rows = await Promise.all(ids.slice(2).map(history.rawRow))
    // The second one of the first machine would have been a difference from the broken one.
    expect(rows.map((row) => row?.dictionarySeq === null)).toEqual([true, false, false, false])
    for (const id of ids.slice(1)) expect((await history.shown(id)).raw).toEqual(history.sent(id))
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['the format of a dictionary', Buffer.concat([Buffer.from([0x37, 0xa4, 0x30, 0xec]), Buffer.alloc(5000, 'x')])],
  ])('are not packed against %s', async (_, raw) => {
    const store = await open()
    const { submit, ctx } = testIngest(store)
    const send = async (minutes: number, bytes: Buffer) =>
      (await submit(agent(minutes, pc(1)), { raw: bytes })).snapshotId ?? ''
    const ids = [await send(0, raw), await send(1, Buffer.concat([raw, Buffer.from('more of it')]))]
    while ((await packNext(ctx)) > 0);
    const read = await Promise.all(ids.map((id) => rawSnapshot(ctx, id)))
    expect(Buffer.from(read[0] ?? []).equals(raw)).toBe(true)
    expect(
      Buffer.from(read[1] ?? [])
        .subarray(raw.length)
        .toString(),
    ).toBe('more of it')
  })
})
