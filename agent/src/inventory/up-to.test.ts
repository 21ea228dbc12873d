import { expect, it } from 'vitest'
import { upTo } from './up-to.ts'

it('reports the items beyond the limit, and nothing at the limit', () => {
  const cuts: unknown[][] = []
  const onCut = (...cut: unknown[]) => cuts.push(cut)
  expect(upTo([1, 2], 2, 'disks', onCut)).toEqual([1, 2])
  expect(cuts).toEqual([])
  expect(upTo([1, 2, 3], 2, 'disks', onCut, ['disks.health'])).toEqual([1, 2])
  expect(cuts).toEqual([['stopped after 2 disks', ['disks.health']]])
})
