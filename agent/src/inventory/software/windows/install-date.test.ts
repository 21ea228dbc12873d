import { expect, it } from 'vitest'
import { installDateOf } from './install-date.ts'

it.each([
  ['20240229', '2024-02-29'],
  ['20230229', undefined],
  ['20241301', undefined],
  ['19700101', undefined],
  ['19800101', undefined],
  ['00000000', undefined],
  ['1700000000', '2023-11-14T22:13:20.000Z'],
  ['2024-02-29', '2024-02-29'],
  ['2024/2/9', '2024-02-09'],
  ['2024.02.09', '2024-02-09'],
  ['29.02.2024', '2024-02-29'],
  ['1.2.2024', '2024-02-01'],
  ['13/02/2024', '2024-02-13'],
  ['02/13/2024', '2024-02-13'],
  ['5/5/2024', '2024-05-05'],
  ['31-12-2023', '2023-12-31'],
  ['13/02/2024 10:11:12', '2024-02-13'],
  // Two locales read these differently.
  ['01/02/2024', undefined],
  ['1-2-2024', undefined],
  ['01/02/24', undefined],
  ['13/13/2024', undefined],
  ['13/02-2024', undefined],
  ['yesterday', undefined],
  ['1'.repeat(1_000_000), undefined],
  ['1/'.repeat(500_000), undefined],
  [undefined, undefined],
])('reads the date of an installer: %s', (text, date) => {
  expect(installDateOf(text)).toBe(date?.length === 10 ? `${date}T00:00:00.000Z` : date)
})
