import { expect, it } from 'vitest'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { type Attempt, clearAttempt, clearAttempts, countAttempt } from './limit-attempts.ts'

describeOnBothEngines('sign-in attempts', ({ open }) => {
  async function setUp() {
    const { ctx, advance } = await testContext(await open())
    const many = async (times: number, attempt: (number: number) => Attempt) => {
      const waits: (number | undefined)[] = []
      for (let number = 0; number < times; number += 1) waits.push(await countAttempt(ctx, attempt(number)))
      return waits
    }
    return { ctx, advance, many }
  }

  it('are limited to ten in 15 minutes on a name from one address, ignoring case', async () => {
    const { ctx, advance, many } = await setUp()
    const waits = await many(11, (number) => ({ username: number % 2 ? 'Ada' : 'ada', address: '192.0.2.1' }))
    expect(waits).toEqual([...Array(10).fill(undefined), 900])
    advance(600)
    expect(await countAttempt(ctx, { username: 'ada', address: '192.0.2.1' })).toBe(300)
    advance(300)
    expect(await countAttempt(ctx, { username: 'ada', address: '192.0.2.1' })).toBeUndefined()
  })

  it('on a name are not used up by one stranger', async () => {
    const { ctx, many } = await setUp()
    await many(200, () => ({ username: 'admin', address: '192.0.2.66' }))
    expect(await countAttempt(ctx, { username: 'admin', address: '192.0.2.1' })).toBeUndefined()
  })

  it('are limited to fifty on a name from all addresses, and reset by a new password', async () => {
    const { ctx, many } = await setUp()
    const waits = await many(51, (number) => ({ username: 'ada', address: `192.0.2.${number}` }))
    expect(waits).toEqual([...Array(50).fill(undefined), 900])
    await ctx.store.write((tx) => clearAttempts(tx, 'Ada'))
    expect(await many(10, () => ({ username: 'ada', address: '192.0.2.7' }))).toEqual(Array(10).fill(undefined))
  })

  it('are limited to sixty from an address or IPv6 /64, whatever the names', async () => {
    const { ctx, many } = await setUp()
    const ofHost = (host: string) => many(61, (number) => ({ username: `name-${number}`, address: host }))
    expect((await ofHost('192.0.2.1')).filter((wait) => wait !== undefined)).toEqual([900])
    expect(await countAttempt(ctx, { address: '::ffff:192.0.2.1' })).toBe(900)
    expect(await countAttempt(ctx, { address: '192.0.2.2' })).toBeUndefined()
    await many(60, (number) => ({ address: `2001:db8::${number.toString(16)}` }))
    expect(await countAttempt(ctx, { address: '2001:db8::ffff:1:2:3' })).toBe(900)
    expect(await countAttempt(ctx, { address: '2001:db8:0:1::1' })).toBeUndefined()
  })

  it('are reset by the right password, which takes one attempt off the address', async () => {
    const { ctx, many } = await setUp()
    const attempt = { username: 'ada', address: '192.0.2.1' }
    for (let round = 0; round < 8; round += 1) {
      expect(await many(9, () => attempt)).toEqual(Array(9).fill(undefined))
      if (round === 6) break
      await clearAttempt(ctx, attempt)
    }
    expect(await many(6, () => ({ address: attempt.address }))).toEqual([...Array(3).fill(undefined), 900, 900, 900])
  })
})
