import type { Evidence, EvidenceKind, ReportedForm } from '@rollcall/shared/inventory/match.ts'

type Value = { kind: EvidenceKind; value: string }

/** Returns a serial number without its label, letter case, spaces and punctuation, which each list writes in its way. */
export const bareSerialOf = (serial: string): string =>
  serial
    .trim()
    .toLowerCase()
    .replace(/^s\/?n\b[\s:.#]*/, '')
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
 * Reports whether two sides have serial numbers that people and scanners mistake for each other: with O for 0, or with
 * the letters that manufacturers print before the number in its barcode.
 */
export function areMistyped(a: readonly Value[], b: readonly Value[]): boolean {
  const [ofA, ofB] = [a, b].map((values) => [...bareSerialsIn(values)].map(asMistyped))
  const isPart = (long: string, short: string) => isLongSerial(short) && /^(?:\w{0,8}s)?$/.test(prefixOf(long, short))
  return (ofA ?? []).some((one) => (ofB ?? []).some((other) => isPart(one, other) || isPart(other, one)))
}

const asMistyped = (bare: string) => bare.replaceAll('o', '0').replace(/[il]/g, '1')

/** The characters before the end that both have; a character that no prefix contains if the ends differ. */
const prefixOf = (long: string, short: string) => (long.endsWith(short) ? long.slice(0, -short.length) : '-')

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
