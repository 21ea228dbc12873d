import { describe, expect, it } from 'vitest'
import { createKnownProducts, findWithin } from './known-products.ts'

const product = (number: number) => ({ id: `p${number}`, number, untold: [] })

describe('known products', () => {
  it('are those of transactions that were committed, and of one’s own', () => {
    const known = createKnownProducts()
    const [one, other] = [findWithin(known), findWithin(known)]
    one.add('vim', product(1))
    expect([one.get('vim'), other.get('vim')]).toEqual([product(1), undefined])
    one.keep()
    expect(other.get('vim')).toEqual(product(1))
  })

  it('are no more than two halves, and what is asked for stays', () => {
    const known = createKnownProducts(10)
    const add = (from: number, to: number) => {
      for (let n = from; n < to; n++) known.add(`${n}`, product(n))
    }
    const isKnown = (n: number) => known.get(`${n}`) !== undefined
    add(0, 10)
    add(10, 15)
    expect(isKnown(0)).toBe(true)
    add(15, 25)
    expect(Array.from({ length: 25 }, (_, n) => n).filter(isKnown).length).toBeLessThanOrEqual(20)
    expect([isKnown(0), isKnown(1), isKnown(24)]).toEqual([true, false, true])
  })
})
