import { z } from 'zod'
import { parseRaw, type RawIssue, withMessage } from '../raw-issues.ts'
import { cleanText } from './normalise.ts'
import { type Observation, type ObservationInput, observationSchema } from './observation.ts'

/** Removing one faulty field can make its parent invalid. No schema is nested deeper than this. */
const triesMax = 8
/** Faults that an error names. */
const issuesMax = 50
const { truncated: linesSchema } = observationSchema.shape
const linesMax = 64

/**
 * Schema of an observation as devices send it. A field with an invalid value (a malformed date, a negative size, an odd
 * address in a list) is left out, or the item that requires it, and `truncated` says so: one fault never costs the
 * rest. Identity, time and the sections themselves must be valid.
 */
export const lenientObservationSchema = z.custom<ObservationInput>().transform((input, ctx): Observation => {
  let reported: unknown = input
  const faults = new Map<string, Fault>()
  for (let tries = 0; tries < triesMax; tries++) {
    const { issues, ...parsed } = parseRaw(observationSchema, reported)
    if ('data' in parsed) {
      const { data } = parsed
      return faults.size === 0 ? data : { ...data, truncated: linesOf(data.truncated, faults) }
    }
    if (issues.some(({ path = [] }) => path.length < 2) || tries === triesMax - 1) {
      for (const { path, message } of issues.slice(0, issuesMax).map(withMessage)) {
        ctx.addIssue({ code: 'custom', path: [...path], message })
      }
      break
    }
    reported = without(reported, cutsOf(reported, issues, faults))
  }
  return z.NEVER
})

type Fault = { count: number; message: string }

/** Fields to remove, as a tree of paths. */
type Cut = {
  all?: true
  /** Number of items that stay in a list that is too long. */
  lengthMax?: number
  children?: Map<PropertyKey, Cut>
}

function cutsOf(reported: unknown, issues: readonly RawIssue[], faults: Map<string, Fault>): Cut {
  const root: Cut = {}
  for (const issue of issues) {
    const { path: location = [] } = issue
    const value = at(reported, location)
    // A missing required field removes its parent, unless the parent is a section.
    const path = value === undefined && location.length > 2 ? location.slice(0, -1) : location
    const cut = path.reduce(childOf, root)
    if (issue.code === 'too_big' && Array.isArray(value)) cut.lengthMax = Number(issue['maximum'])
    else cut.all = true
    countFault(faults, path, issue)
  }
  return root
}

function childOf(cut: Cut, key: PropertyKey): Cut {
  cut.children ??= new Map()
  const child = cut.children.get(key) ?? {}
  cut.children.set(key, child)
  return child
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((found, key) => (found as Record<PropertyKey, unknown> | null | undefined)?.[key], value)

/** Counts faults of one kind together: `software[].installDate`. */
function countFault(faults: Map<string, Fault>, path: readonly PropertyKey[], issue: RawIssue): void {
  const location = path.reduce<string>((text, key) => text + (typeof key === 'number' ? '[]' : `.${String(key)}`), '')
  const fault = faults.get(location)
  if (fault) fault.count += 1
  else faults.set(location, { count: 1, message: withMessage(issue).message })
}

function without(value: unknown, { lengthMax, children }: Cut): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, lengthMax).flatMap((item, index) => withoutChild(item, children?.get(index)))
  }
  const entries = Object.entries(value as object).flatMap(([key, child]) =>
    withoutChild(child, children?.get(key)).map((remaining) => [key, remaining] as const),
  )
  return Object.fromEntries(entries)
}

/** Returns an empty array if the child is removed as a whole. */
const withoutChild = (value: unknown, cut: Cut | undefined): unknown[] =>
  cut === undefined ? [value] : cut.all ? [] : [without(value, cut)]

function linesOf(truncated: readonly string[], faults: ReadonlyMap<string, Fault>): string[] {
  const lines = [...faults].map(([location, { count, message }]) => {
    const where = cleanText(location.slice(1), 100)
    return `${where}: ${count === 1 ? 'left out' : `${count} left out`}: ${message}`
  })
  const all = [...truncated, ...lines]
  const shown = all.length <= linesMax ? all : [...all.slice(0, linesMax - 1), `${all.length - linesMax + 1} more`]
  return linesSchema.parse(shown)
}
