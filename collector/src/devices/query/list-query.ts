import type { DeviceQuery } from '@rollcall/shared/api/device.ts'
import { parseQuery } from '@rollcall/shared/query/parse-query.ts'
import type { Query, Value } from '@rollcall/shared/query/query.ts'

/** Parameters of a list of devices, with its query parsed. */
export type ListQuery = Omit<DeviceQuery, 'query'> & {
  where?: Query | undefined
  /** The text has to be parsed: a list that ignores it would show all devices. */
  query?: never
}

/** Parses the query of a list. Periods before now become times, and the type a condition like the others. */
export function listQueryOf({ query: text, type, ...others }: DeviceQuery, now: Date): ListQuery {
  if (text === undefined) return { ...others, type }
  const where = withTimes(parseQuery(text), now)
  if (type === undefined) return { ...others, where }
  return { ...others, where: { all: [{ field: 'type', operator: '=', value: type }, where] } }
}

/** A query in which periods before now are times. */
export function withTimes(query: Query, now: Date): Query {
  if ('all' in query) return { all: query.all.map((member) => withTimes(member, now)) }
  if ('any' in query) return { any: query.any.map((member) => withTimes(member, now)) }
  if ('not' in query) return { not: withTimes(query.not, now) }
  if ('item' in query) return { ...query, where: withTimes(query.where, now) }
  return 'exists' in query ? query : { ...query, value: timeOf(query.value, now) }
}

const timeOf = (value: Value, now: Date): Value =>
  typeof value === 'object' ? new Date(now.getTime() - value.ago).toISOString() : value
