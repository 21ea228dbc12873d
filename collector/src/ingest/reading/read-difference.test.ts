import { DomainError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { decodeDifference } from '@rollcall/shared/node/differences/dcz.ts'
import { differenceBetween } from '@rollcall/shared/node/differences/snapshot-difference.ts'
import { expect, it } from 'vitest'
import { nowOf } from '../../lib/context.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { createIngest } from '../accept/ingest.ts'
import { agent as seen } from '../testing/observations.ts'
import { readDifference } from './read-difference.ts'
import { createReader } from './reader.ts'
import { deliveryOf } from './reading.ts'

const software = Array.from({ length: 500 }, (_, index) => ({ name: `library-${index}`, version: '1.0' }))

describeOnBothEngines('readDifference', ({ open }) => {
  async function setUp() {
    const { ctx } = await testContext(await open())
    const agentId = newId()
    const body = (minutes: number, version = '1.0') =>
      Buffer.from(JSON.stringify(seen(minutes, { agentId, software: [...software, { name: 'vim', version }] })))
    const base = body(-2)
    const sender = { siteId: ctx.siteId, id: agentId, name: `agent ${agentId}` }
    const arrival = { agentId, now: nowOf(ctx), aheadMs: 0, whole: false }
    const reader = createReader(ctx)
    const reading = await reader.readSnapshot({ sender, bytes: base, packing: 'none' }, arrival)
    const stored = await createIngest(ctx).submitPrepared({
      ...{ siteId: ctx.siteId, agentId, actor: 'agent pc-1' },
      ...deliveryOf(reading),
    })
    reader.keep(agentId, reading, stored.snapshotId)
    const reserved: number[] = []
    const read = (snapshot: Buffer, by = reader, reserve = (bytes: number) => void reserved.push(bytes)) => {
      const difference = decodeDifference(differenceBetween(base, snapshot).body)
      if (!difference) throw new Error('not a difference')
      return readDifference(ctx.store, by, { sender, difference, base: stored.snapshotId ?? '', ...arrival, reserve })
    }
    return { ctx, base, body, read, reserved, stored }
  }

  it('reads an unchanged snapshot without reserving memory or reading a section', async () => {
    const { body, read, reserved, stored } = await setUp()
    const { sections, packed } = await read(body(-1))
    expect(sections.map(([, section]) => 'json' in section)).toEqual(sections.map(() => false))
    expect(packed).toMatchObject({ size: body(-1).length, dictionaryOf: stored.snapshotId })
    expect(reserved).toEqual([])
  })

  it('reserves the memory of a changed one before it loads its base', async () => {
    const { base, body, read, reserved } = await setUp()
    expect((await read(body(-1, '9.1'))).sections.some(([, section]) => 'json' in section)).toBe(true)
    expect(reserved).toEqual([base.length, 2 * base.length])
    const full = new DomainError('rate_limited', 'Too much data of this agent is being received.')
    const refuse = () => {
      throw full
    }
    await expect(read(body(-1, '9.1'), undefined, refuse)).rejects.toBe(full)
  })

  it('stores an unchanged snapshot as a difference also if the collector has just started', async () => {
    const { ctx, body, read, stored } = await setUp()
    const restarted = createReader(ctx)
    const reading = await read(body(-1), restarted)
    expect(reading.packed?.dictionaryOf).toBe(stored.snapshotId)
    expect(reading.packed?.content.length).toBeLessThan(250)
  })
})
