import { expect, it } from 'vitest'
import { z } from 'zod'
import { strictly } from './strictly.ts'

const schema = z.object({
  board: z.object({ model: z.string().trim() }).optional(),
  memory: z
    .object({
      modules: z
        .array(z.object({ slot: z.string() }))
        .max(2)
        .default([]),
    })
    .default({ modules: [] }),
})

it('refuses undescribed fields at any depth', () => {
  const refused = (value: unknown) =>
    strictly(schema)
      .safeParse(value)
      .error?.issues.map(({ code, path, ...issue }) => [code, path, 'keys' in issue ? issue.keys : undefined])
  expect(refused({ bord: 1 })).toEqual([['unrecognized_keys', [], ['bord']]])
  expect(refused({ board: { model: 'X', serial: '1' } })).toEqual([['unrecognized_keys', ['board'], ['serial']]])
  expect(refused({ memory: { modules: [{ slot: '0' }, { slot: '1', size: 4 }] } })).toEqual([
    ['unrecognized_keys', ['memory', 'modules', 1], ['size']],
  ])
})

it('accepts the same input as the schema, and does not change it', () => {
  for (const value of [{}, { board: { model: ' X ' } }, { memory: {} }, { memory: { modules: [{ slot: '0' }] } }]) {
    expect(strictly(schema).parse(value)).toEqual(schema.parse(value))
  }
  expect(strictly(schema).safeParse({ memory: { modules: Array(3).fill({ slot: '0' }) } }).success).toBe(false)
  expect(schema.parse({ board: { model: 'X', serial: '1' } }).board).toEqual({ model: 'X' })
})
