import { describe, expect, it } from 'vitest'
import { createCache, findAll, overlayOf } from './cache.ts'

describe('a cache', () => {
  it("contains values of committed transactions and one's own", () => {
    const known = createCache<number>(100)
    const [one, other] = [overlayOf(known), overlayOf(known)]
    one.add('vim', 1)
    expect([one.get('vim'), other.get('vim')]).toEqual([1, undefined])
    one.keep()
    expect(other.get('vim')).toBe(1)
    known.forget()
    expect(known.get('vim')).toBeUndefined()
  })

  it('stays within its limit and keeps values in use', () => {
    const known = createCache<number>(20)
    const add = (from: number, to: number) => {
      for (let n = from; n < to; n++) known.add(`${n}`, n)
    }
    const isKnown = (n: number) => known.get(`${n}`) !== undefined
    add(0, 10)
    add(10, 15)
    expect(isKnown(0)).toBe(true)
    add(15, 25)
    expect(Array.from({ length: 25 }, (_, n) => n).filter(isKnown).length).toBeLessThanOrEqual(20)
    expect([isKnown(0), isKnown(1), isKnown(24)]).toEqual([true, false, true])
  })

  it('spares the reads of cached values and caches new ones', async () => {
    const known = createCache<number>(20)
    known.add('a', 1)
    const asked: (readonly string[])[] = []
    const find = (...keys: string[]) =>
      findAll(keys, known, async (missing) => {
        asked.push(missing)
        return missing.includes('b') ? [['b', 2]] : []
      })
    expect(await find('a', 'b', 'b', 'c')).toEqual(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    )
    expect(await find('a', 'b')).toEqual(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    )
    expect(await find('c')).toEqual(new Map())
    expect(asked).toEqual([['b', 'c'], ['c']])
  })
})
