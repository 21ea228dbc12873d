import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { auditIdOf, legacyAuditId } from './legacy-audit-id.ts'

it('is a unique decimal number that rises with the ids and converts back', () => {
  const ids = Array.from({ length: 1000 }, () => newId())
  const numbers = ids.map(legacyAuditId)
  expect(numbers.every((number) => /^\d+$/.test(number))).toBe(true)
  expect(new Set(numbers).size).toBe(1000)
  expect(numbers.map(BigInt)).toEqual(numbers.map(BigInt).toSorted((a, b) => (a < b ? -1 : 1)))
  expect(numbers.map(auditIdOf)).toEqual(ids)
})

it.each(['', '-1', '1.5', '0x10', '9'.repeat(39), '1'.repeat(40)])('rejects %j', (text) => {
  expect(auditIdOf(text)).toBeUndefined()
})
