import type { Battery, Component } from '../../parts.ts'
import { withoutFillers } from '../fillers.ts'
import type { Structure } from './structures.ts'

/** Chemistry of a portable battery, by number from 1. */
const chemistries = [
  'Other',
  undefined,
  'Lead Acid',
  'Nickel Cadmium',
  'Nickel Metal Hydride',
  'Lithium Ion',
  'Zinc Air',
  'Lithium Polymer',
]

/** Reads a Portable Battery structure (type 22). Returns an empty array if it has placeholders only. */
export function batteryOf(structure: Structure, index: number): Battery[] {
  const sbdsSerial = structure.word(0x10)
  const milliwattHours = (structure.word(0x0a) ?? 0) * (structure.byte(0x15) || 1)
  const { name = `Battery ${index + 1}`, ...values } = withoutFillers({
    name: structure.text(0x04),
    manufacturer: structure.text(0x05),
    model: structure.text(0x08),
    // Smart batteries have a number instead.
    serialNumber:
      structure.text(0x07) ?? (sbdsSerial ? sbdsSerial.toString(16).toUpperCase().padStart(4, '0') : undefined),
    chemistry: chemistries[(structure.byte(0x09) ?? 0) - 1] ?? structure.text(0x14),
    designMilliwattHours: milliwattHours || undefined,
  })
  return hasValue(values) ? [{ name, ...values }] : []
}

/**
 * Reads a System Power Supply structure (type 39). Returns an empty array for one that is absent, or of which the
 * firmware has placeholders only.
 */
export function powerSupplyOf(structure: Structure, index: number): Component[] {
  const isPresent = ((structure.word(0x0e) ?? 0) & 0x02) !== 0
  const watts = structure.word(0x0c)
  const values = withoutFillers({
    name: structure.text(0x06),
    manufacturer: structure.text(0x07),
    model: structure.text(0x0a),
    serialNumber: structure.text(0x08),
    hardwareRevision: structure.text(0x0b),
  })
  if (!isPresent || !hasValue(values)) return []
  // 0x8000 means unknown.
  const description = watts === undefined || watts === 0 || watts === 0x8000 ? undefined : `${watts} W`
  return [{ id: `power-supply-${index + 1}`, class: 'powerSupply', description, ...values }]
}

const hasValue = (values: object): boolean => Object.values(values).some((value) => value !== undefined)
