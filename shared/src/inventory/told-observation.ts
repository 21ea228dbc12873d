import { z } from 'zod'
import { parseRaw, type RawIssue, withMessage } from '../raw-issues.ts'
import { type Observation, type ObservationInput, observationSchema } from './observation.ts'
import { cleanText } from './primitives.ts'

/** What is left out for one fault can leave what holds it without something it needs: so deep is nothing nested. */
const triesMax = 8
/** Places that an error names. */
const issuesMax = 50
const { truncated: linesSchema } = observationSchema.shape
const linesMax = 64

/**
 * An observation as its origin tells it. A field that is none of its kind (a date that is no date, a negative size, an odd
 * address in a list) is left out, or the item that cannot be without it, and `truncated` says so: it never costs the
 * rest. What says whose and when the observation is, and its sections as such, have to be right.
 */
export const toldObservationSchema = z.custom<ObservationInput>().transform((input, ctx): Observation => {
  let told: unknown = input
  const faults = new Map<string, Fault>()
  for (let tries = 0; tries < triesMax; tries++) {
    const { issues, ...parsed } = parseRaw(observationSchema, told)
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
    told = without(told, cutsOf(told, issues, faults))
  }
  return z.NEVER
})

type Fault = { count: number; message: string }

/** What to take away, along the paths to it. */
type Cut = {
  all?: true
  /** How many stay of a list that is too long. */
  keep?: number
  parts?: Map<PropertyKey, Cut>
}

function cutsOf(told: unknown, issues: readonly RawIssue[], faults: Map<string, Fault>): Cut {
  const root: Cut = {}
  for (const issue of issues) {
    const { path: place = [] } = issue
    const value = at(told, place)
    // What is needed and is not there: what needs it goes, unless that is a section.
    const path = value === undefined && place.length > 2 ? place.slice(0, -1) : place
    const cut = path.reduce(partOf, root)
    if (issue.code === 'too_big' && Array.isArray(value)) cut.keep = Number(issue['maximum'])
    else cut.all = true
    note(faults, path, issue)
  }
  return root
}

function partOf(cut: Cut, key: PropertyKey): Cut {
  cut.parts ??= new Map()
  const part = cut.parts.get(key) ?? {}
  cut.parts.set(key, part)
  return part
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((found, key) => (found as Record<PropertyKey, unknown> | null | undefined)?.[key], value)

/** Faults of one kind are one: `software[].installDate`. */
function note(faults: Map<string, Fault>, path: readonly PropertyKey[], issue: RawIssue): void {
  const place = path.reduce<string>((text, key) => text + (typeof key === 'number' ? '[]' : `.${String(key)}`), '')
  const fault = faults.get(place)
  if (fault) fault.count += 1
  else faults.set(place, { count: 1, message: withMessage(issue).message })
}

function without(value: unknown, { keep, parts }: Cut): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, keep).flatMap((item, index) => withoutPart(item, parts?.get(index)))
  }
  const entries = Object.entries(value as object).flatMap(([key, part]) =>
    withoutPart(part, parts?.get(key)).map((kept) => [key, kept] as const),
  )
  return Object.fromEntries(entries)
}

/** Nothing where it goes as a whole. */
const withoutPart = (value: unknown, cut: Cut | undefined): unknown[] =>
  cut === undefined ? [value] : cut.all ? [] : [without(value, cut)]

function linesOf(truncated: readonly string[], faults: ReadonlyMap<string, Fault>): string[] {
  const lines = [...faults].map(([place, { count, message }]) => {
    const where = cleanText(place.slice(1), 100)
    return `${where}: ${count === 1 ? 'left out' : `${count} left out`}: ${message}`
  })
  const all = [...truncated, ...lines]
  const shown = all.length <= linesMax ? all : [...all.slice(0, linesMax - 1), `${all.length - linesMax + 1} more`]
  return linesSchema.parse(shown)
}
