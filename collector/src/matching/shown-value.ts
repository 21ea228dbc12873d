import { compactOf } from '@rollcall/shared/inventory/junk/fillers.ts'
import {
  type EvidenceKind,
  type IdentityText,
  type IdentityValue,
  kindInWords,
  type MatchReason,
  type ReportedForm,
} from '@rollcall/shared/inventory/match.ts'
import { canonicalUuid } from './canonical-values.ts'

/** A key with its reported form, as in evidence and in stored identifiers. */
export type FormedKey = { kind: EvidenceKind; value: string } & ReportedForm

/**
 * Returns an identity value for people: as it was reported, with the manufacturer beside it. Keys are for matching
 * alone, so that this is the only place that makes an `IdentityText`.
 */
export function shown(key: FormedKey): IdentityValue {
  const { kind, value, reported, manufacturer } = key.reported ? key : { ...key, ...formOfKey(key) }
  return { kind, value: (reported ?? value) as IdentityText, ...(manufacturer ? { manufacturer } : {}) }
}

/** Writes a value with its kind in one line: `serial number 8XK2PL3 of Dell Inc.` */
export const textOf = ({ kind, value, manufacturer }: IdentityValue): string =>
  `${kindInWords(kind)} ${value}${manufacturer ? ` of ${manufacturer}` : ''}`

/** Returns several values for people, each once. */
export const shownTexts = (keys: readonly FormedKey[]): IdentityText[] => [
  ...new Set(keys.map((key) => shown(key).value)),
]

/** Returns the same text for a value in every spelling, to find it among other values for people. */
export const spelledAlike = ({ kind, value }: IdentityValue): string =>
  `${kind} ${(kind === 'uuid' && canonicalUuid(value)) || (spelledFreely.has(kind) && compactOf(value)) || value.toLowerCase()}`

const spelledFreely: ReadonlySet<EvidenceKind> = new Set(['serial', 'bareSerial', 'disk', 'machine', 'engine'])

/** Selects the reported form of a value, to store it beside its key. */
export const formOf = ({ reported, manufacturer }: ReportedForm): ReportedForm => ({
  ...(reported ? { reported } : {}),
  ...(manufacturer ? { manufacturer } : {}),
})

/** Chooses one of two origins' forms of one key, whichever came first: capitals come before small letters. */
export function chosenForm(a: FormedKey, b: FormedKey): ReportedForm {
  if (!a.reported || !b.reported) return formOf(a.reported ? a : b)
  const [first, second] = [a, b].map(({ reported, manufacturer }) => `${reported}\0${manufacturer ?? ''}`)
  return formOf((first ?? '') <= (second ?? '') ? a : b)
}

export const hasForm = (row: ReportedForm, form: ReportedForm): boolean =>
  (row.reported ?? undefined) === form.reported && (row.manufacturer ?? undefined) === form.manufacturer

/** Derives a form from a key of an earlier release, which stored no other: `dell/8xk2pl3`, in lower case. */
function formOfKey({ kind, value, manufacturer }: FormedKey): ReportedForm {
  if (kind === 'bareSerial' || kind === 'disk') return { reported: value.toUpperCase() }
  const end = kind === 'serial' && !manufacturer ? value.indexOf('/') : -1
  return end < 0 ? {} : { manufacturer: value.slice(0, end), reported: value.slice(end + 1).toUpperCase() }
}

/** Returns a stored reason for people. Those of earlier releases contain keys of serial numbers. */
export const shownReason = (reason: MatchReason): MatchReason => ({
  ...reason,
  matched: shownValues(reason.matched),
  against: shownAgainst(reason.against),
})

export const shownValues = (values: readonly IdentityValue[]): IdentityValue[] => values.map((value) => shown(value))

export const shownAgainst = (against: MatchReason['against']): MatchReason['against'] =>
  against.map((each) => {
    const { kind, observed, known } = each
    if (kind !== 'serial' || !observed || !known) return each
    return { ...each, observed: observed.map(withoutKey), known: known.map(withoutKey) }
  })

const withoutKey = (value: IdentityText): IdentityText =>
  /^[\p{L}\p{N}]+\//u.test(value) && value === value.toLowerCase() ? shown({ kind: 'serial', value }).value : value
