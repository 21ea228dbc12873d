import { DomainError } from '@rollcall/shared/errors.ts'
import { expect, it } from 'vitest'
import { parseForm } from './form.ts'

it.each([
  ['', {}],
  ['offset=50&filter=', { offset: '50', filter: '' }],
  ['sorting[column]=name&sorting[isDesc]=true', { sorting: { column: 'name', isDesc: 'true' } }],
  ['columns[]=name&columns[]=id', { columns: ['name', 'id'] }],
  ['columns[1]=b&columns[0]=a', { columns: ['a', 'b'] }],
  ['columns%5B0%5D=a+b', { columns: ['a b'] }],
  [
    'filter[0][column]=name&filter[0][operator]=eq&filter[0][value]=x&filter[1][column]=id',
    { filter: [{ column: 'name', operator: 'eq', value: 'x' }, { column: 'id' }] },
  ],
])('reads %j', (text, expected) => {
  expect(parseForm(text)).toEqual(expected)
})

it.each([
  ['sorting[column]=a&sorting[column]=b', 'sorting[column]'],
  ['sorting=a&sorting[column]=b', 'sorting[column]'],
  ['sorting[column]=b&sorting=a', 'sorting'],
  ['a[b][c][d][e][f]=1', 'a[b][c][d][e][f]'],
  ['a[b=1', 'a[b'],
  ['=1', ''],
  [`${'x'.repeat(51)}=1`, 'x'.repeat(51)],
])('refuses %j and names the field', (text, path) => {
  const read = () => parseForm(text)
  expect(read).toThrow(DomainError)
  expect(read).toThrow(expect.objectContaining({ fields: [expect.objectContaining({ path })] }))
})

it('gives no key a special meaning', () => {
  const form = parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1') as object
  expect(Object.keys(form)).toEqual(['__proto__', 'constructor'])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

it('accepts a thousand fields and no more', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join('&')
  expect(() => parseForm(fields(1000))).not.toThrow()
  expect(() => parseForm(fields(1001))).toThrow('at most 1000 fields')
})
