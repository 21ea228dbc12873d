import { z } from 'zod'
import type { Cell, Column } from '../../lib/table-records.ts'

type ItemColumn = Column & { read: (item: unknown) => Cell }

/** Objects within items have their own columns down to this depth; deeper ones are JSON. */
const depthMax = 2

/** Derives the columns of a list from the schema of its items, so that every list and every new field has them. */
export function columnsOfItem(item: z.core.$ZodType): ItemColumn[] {
  return fieldsOf(item, [], 0)
}

function fieldsOf(schema: z.core.$ZodType, path: readonly string[], depth: number): ItemColumn[] {
  const { inner, isTime } = unwrapped(schema)
  if (inner instanceof z.ZodObject && depth < depthMax) {
    return Object.entries<z.core.$ZodType>(inner.shape).flatMap(([key, field]) =>
      fieldsOf(field, [...path, key], depth + 1),
    )
  }
  return [{ name: path.join('.'), ...(isTime ? { isTime } : {}), read: (value) => cellOf(valueAt(value, path)) }]
}

/** The schema within optional, nullable and defaulted ones. */
function unwrapped(schema: z.core.$ZodType): { inner: z.core.$ZodType; isTime: boolean } {
  const isTime = schema instanceof z.ZodType && schema.meta()?.['format'] === 'date-time'
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    const within = unwrapped(schema.unwrap())
    return { inner: within.inner, isTime: isTime || within.isTime }
  }
  return { inner: schema, isTime }
}

const valueAt = (item: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), item)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A value as a cell: lists of texts and of named things in words, everything else that is no scalar as JSON. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (!Array.isArray(value)) return JSON.stringify(value)
  const words = value.map(wordOf)
  return words.every((word) => word !== undefined) ? words.join('; ') : JSON.stringify(value)
}

function wordOf(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const name = isObject(value) ? value['name'] : undefined
  return typeof name === 'string' ? name : undefined
}
