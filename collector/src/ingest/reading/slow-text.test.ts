import { newId } from '@rollcall/shared/ids.ts'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { readSnapshot } from './read-snapshot.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** Fills every place that takes any text with the same one. */
function filled(schema: JsonSchema, text: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return filled(schema.anyOf[0] as JsonSchema, text)
  if (schema.type === 'array') return [filled(schema.items as JsonSchema, text)]
  if (schema.type === 'object' && schema.properties) {
    const members = Object.entries(schema.properties)
    return Object.fromEntries(members.map(([name, member]) => [name, filled(member as JsonSchema, text)]))
  }
  if (schema.type === 'object') return { [text]: text }
  return schema.type === 'string' || schema.type === undefined ? text : 1
}

const schema = z.toJSONSchema(observationSchema, { io: 'input', unrepresentable: 'any' })
const now = '2026-11-22T12:00:00.000Z'
const head = { id: newId(), source: 'Agent', observedAt: now, type: 'computer', depth: 'audit' }
const charsInAll = 30_000

/** Begin something that a pattern of a field reads on, and end it nowhere. */
const parts = [
  '%',
  ' ',
  '\n',
  '/',
  '.',
  '-',
  ',',
  '(',
  '<',
  '0',
  'a',
  'f:',
  '1.',
  '1:',
  '\u0301',
  'up 1 day, ',
  '10:10 UTC ',
]

// The time limit is for a pattern that takes the square of the time: it needs more than twice as long.
it.each(parts)('reads a snapshot with a long run of %j in each text quickly', { timeout: 10_000 }, async (part) => {
  const text = `${part.repeat(charsInAll / part.length)}\n!`
  const body = Buffer.from(JSON.stringify({ ...(filled(schema, text) as object), ...head }))
  const { prepared } = await readSnapshot(body, { now, aheadMs: 0 })
  expect(JSON.parse(prepared).head.id).toBe(head.id)
})
