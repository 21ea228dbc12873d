/**
 * A query of devices. Conditions on one item, such as `software(name = Firefox and version < 145)`, hold if one and the
 * same item of the device meets all of them.
 */
export type Query = Group | ItemCondition | Condition

type Group = { all: Query[] } | { any: Query[] } | { not: Query }

/** At least one item of this kind meets the query. Fields within it belong to the item; items are not nested. */
export type ItemCondition = { item: string; where: Query }

/** A condition on one field. A field with several values, such as `tag`, meets it if one of them does. */
export type Condition =
  | { field: string; operator: Operator; value: Value }
  /** `exists: true` if the device has a value, `false` if it has none. */
  | { field: string; exists: boolean }

/** `~` is "contains", without regard to case; `in` is a CIDR block. */
export const operators = ['=', '!=', '<', '<=', '>', '>=', '~', 'in'] as const
export type Operator = (typeof operators)[number]

/**
 * A time is its ISO text in UTC, or a period before now in milliseconds: `{ ago: 1_209_600_000 }` for `14d ago`. A
 * period below 0 is after now: `30d from now`.
 */
export type Value = string | number | boolean | { ago: number }

/** Upper limits of a query. Beyond them it is refused before anything is read. */
export const queryLimits = { characters: 4_000, conditions: 40, depth: 6, valueCharacters: 512 }

/** Reports whether two values in this order, as from a comparison function, meet the operator. */
export function meetsOrder(operator: Operator, order: number): boolean {
  if (operator === '=') return order === 0
  if (operator === '!=') return order !== 0
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}
