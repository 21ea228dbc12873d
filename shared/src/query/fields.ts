import type { Operator } from './query.ts'

/**
 * Kinds of values. A `version` is ordered as by `inventory/version-order.ts`, a `size` is in bytes, and a `custom` field
 * has text, a number or a boolean.
 */
export type FieldKind =
  | 'text'
  | 'choice'
  | 'number'
  | 'percent'
  | 'size'
  | 'time'
  | 'version'
  | 'boolean'
  | 'address'
  | 'custom'

/** A field that queries and columns can name. */
export type Field = {
  name: string
  /** Label of a column and of a chip. */
  label: string
  kind: FieldKind
  /** Values of a `choice`. */
  choices?: readonly string[]
}

/** A kind of item that a device has many of, with its fields. */
export type Item = { name: string; label: string; fields: readonly Field[] }

const ordered: readonly Operator[] = ['=', '!=', '<', '<=', '>', '>=']

/** Operators that each kind of value has. */
export const operatorsOf: Record<FieldKind, readonly Operator[]> = {
  text: ['=', '!=', '~'],
  choice: ['=', '!='],
  number: ordered,
  percent: ordered,
  size: ordered,
  // A time is an instant, which no other time equals.
  time: ['<', '<=', '>', '>='],
  version: ordered,
  boolean: ['=', '!='],
  address: ['=', '!=', '~', 'in'],
  custom: [...ordered, '~'],
}

/** Fields of a device, in the order in which they are offered. */
export const deviceFields: readonly Field[] = [{ name: 'name', label: 'Name', kind: 'text' }]

/** Items of a device, in the order in which they are offered. */
export const deviceItems: readonly Item[] = []

/** Start of the name of a custom field. Its key follows: `custom.owner`. */
export const customPrefix = 'custom.'
