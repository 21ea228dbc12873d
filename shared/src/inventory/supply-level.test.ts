import { expect, it } from 'vitest'
import { lowSupplyPercent, supplyLeft } from './supply-level.ts'

it.each([
  ['of toner is rounded down, as in findings', { max: 200, level: 19 }, 9],
  ['of toner at the limit is not low', { max: 200, level: 20 }, lowSupplyPercent],
  ['of a part that no fraction in binary equals is exact', { max: 100, level: 29 }, 29],
  ['of a waste container is its room', { class: 'filled', max: 100, level: 95 }, 5],
  ['of a level in percent needs no maximum', { unit: 'percent', level: 7 }, 7],
  ['of a level in another unit without a maximum is unknown', { unit: 'impressions', level: 7 }, undefined],
  ['of a maximum of zero is unknown', { max: 0, level: 0 }, undefined],
  ['of an unknown level is unknown', { max: 100 }, undefined],
] as const)('what is left %s', (_, supply, left) => expect(supplyLeft(supply)).toBe(left))
