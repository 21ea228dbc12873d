import { describe, expect, it } from 'vitest'
import { createCache, findAll, overlayOf } from './cache.ts'

describe('a cache', () => {
  it("contains values of committed transactions and one's own", () => {
    const cache = createCache<number>(100)
    const [one, other] = [overlayOf(cache), overlayOf(cache)]
    one.add('vim', 1)
    expect([one.get('vim'), other.get('vim')]).toEqual([1, undefined])
    one.keep()
    expect(other.get('vim')).toBe(1)
    cache.forget()
    expect(cache.get('vim')).toBeUndefined()
  })

  it('stays within its limit and keeps values in use', () => {
    const cache = createCache<number>(20)
    const add = (from: number, to: number) => {
      for (let n = from; n < to; n++) cache.add(`${n}`, n)
    }
    const isCached = (n: number) => cache.get(`${n}`) !== undefined
    add(0, 10)
    add(10, 15)
    expect(isCached(0)).toBe(true)
    add(15, 25)
    expect(Array.from({ length: 25 }, (_, n) => n).filter(isCached).length).toBeLessThanOrEqual(20)
    expect([isCached(0), isCached(1), isCached(24)]).toEqual([true, false, true])
  })

  it('spares the reads of cached values and caches new ones', async () => {
    const cache = createCache<number>(20)
    cache.add('a', 1)
    const reads: (readonly string[])[] = []
    const find = (...keys: string[]) =>
      findAll(keys, cache, async (missing) => {
        reads.push(missing)
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
    expect(reads).toEqual([['b', 'c'], ['c']])
  })
})
