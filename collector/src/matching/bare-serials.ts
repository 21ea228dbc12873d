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
export const isLongSerial = (bare: string): boolean =>
  bare.length >= (/^\d+$/.test(bare) ? longDigits : longLength) && /\d/.test(bare)

/** Returns the bare serial numbers of a side of a comparison, whether it reported manufacturers or not. */
export const bareSerialsIn = (values: readonly Value[]): Set<string> =>
  new Set(
    values.flatMap(({ kind, value }) =>
      kind === 'bareSerial' ? [value] : kind === 'serial' ? [bareSerialOf(numberOf(value))] : [],
    ),
  )

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
