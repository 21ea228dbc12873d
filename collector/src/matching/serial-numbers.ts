import type { Evidence, EvidenceKind, ReportedForm } from '@rollcall/shared/inventory/match.ts'

type Value = { kind: EvidenceKind; value: string }

const label = /^(?:s\/?n|serial(?:\s?(?:number|num|no|nr))?|seriennummer|service\s?tag)\b[\s:.#]*/

/** Returns a serial number without its label, letter case, spaces and punctuation, which each list writes in its way. */
export const bareSerialOf = (serial: string): string =>
  serial
    .trim()
    .toLowerCase()
    .replace(label, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A serial number of this length that contains letters hardly occurs twice; digits alone need more. */
const longLength = 7
const longDigits = 10

/** Reports whether a bare serial number is long enough to identify a device without its manufacturer and name. */
const isLongSerial = (bare: string): boolean =>
  bare.length >= (/^\d+$/.test(bare) ? longDigits : longLength) && /\d/.test(bare)

/** Returns the bare serial numbers of a side of a comparison, whether it reported manufacturers or not. */
export const bareSerialsIn = (values: readonly Value[]): Set<string> =>
  new Set(
    values.flatMap(({ kind, value }) =>
      kind === 'bareSerial' ? [value] : kind === 'serial' ? [bareSerialOf(numberOf(value))] : [],
    ),
  )

/**
 * Reports whether two sides have serial numbers that people, scanners and spreadsheets mistake for each other: with O for
 * 0, without zeros at the beginning, or after the letters and model that manufacturers print before the number in its
 * barcode.
 */
export function areMistyped(a: readonly Value[], b: readonly Value[]): boolean {
  const [ofA, ofB] = [a, b].map((values) => [...bareSerialsIn(values)].map(asMistyped))
  const isPart = (long: string, short: string) => long === short || (isLongSerial(short) && long.endsWith(short))
  return (ofA ?? []).some((one) => (ofB ?? []).some((other) => isPart(one, other) || isPart(other, one)))
}

const digitsAlike: Readonly<Record<string, string>> = { o: '0', q: '0', i: '1', l: '1', z: '2', s: '5', g: '6', b: '8' }

const asMistyped = (bare: string) =>
  bare.replace(/[oqilzsgb]/g, (letter) => digitsAlike[letter] ?? letter).replace(/^0+/, '')

/** Reports whether two sides have one long serial number, whatever its manufacturer. */
export const haveLongSerial = (a: readonly Value[], b: readonly Value[]): boolean => {
  const others = bareSerialsIn(b)
  return [...bareSerialsIn(a)].some((bare) => isLongSerial(bare) && others.has(bare))
}

/** Reports whether both sides name the manufacturers of their serial numbers, and no manufacturer is the same. */
export function haveOtherManufacturers(a: readonly Value[], b: readonly Value[]): boolean {
  const [ofA, ofB] = [manufacturersIn(a), manufacturersIn(b)]
  return ofA.size > 0 && ofB.size > 0 && ![...ofA].some((manufacturer) => ofB.has(manufacturer))
}

const manufacturersIn = (values: readonly Value[]) =>
  new Set(values.flatMap(({ kind, value }) => (kind === 'serial' ? [value.slice(0, value.indexOf('/'))] : [])))

const numberOf = (serialKey: string) => serialKey.slice(serialKey.indexOf('/') + 1)

/**
 * Adds the bare serial number of the whole device to evidence with a manufacturer, so that a list without manufacturers
 * finds the device. Evidence without a manufacturer has its own, and stays as it is.
 */
export function withBareSerials(evidence: readonly Evidence[], reported = evidence): readonly Evidence[] {
  if (!reported.some(({ kind }) => kind === 'serial')) return evidence
  const serials = evidence.filter(({ kind }) => kind === 'serial')
  const whole = serials.length === 1 ? serials : serials.filter(({ strength }) => strength === 'strong')
  const bare = new Map(whole.map((each) => [bareSerialOf(numberOf(each.value)), bareFormOf(each)]))
  const after = evidence.findLastIndex(({ kind }) => kind === 'cloud' || kind === 'serial') + 1
  const others = (each: Evidence) => each.kind !== 'bareSerial'
  return [
    ...evidence.slice(0, after),
    ...[...bare].flatMap(([value, form]) => (value === '' ? [] : [bareEvidence(value, form)])),
    ...evidence.slice(after).filter(others),
  ]
}

const bareFormOf = ({ reported }: ReportedForm): ReportedForm => (reported ? { reported } : {})

export const bareEvidence = (value: string, form: ReportedForm = {}): Evidence => ({
  kind: 'bareSerial',
  value,
  ...form,
  strength: isLongSerial(value) ? 'medium' : 'weak',
})
