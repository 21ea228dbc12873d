import type { SecurityPart } from '../../parts.ts'
import type { Structure } from './structures.ts'

/** Reads a TPM Device structure (type 43). */
export function tpmOf(structure: Structure | undefined): SecurityPart['tpm'] {
  const major = structure?.byte(0x08)
  if (!structure || major === undefined) return undefined
  const manufacturer = Buffer.from(structure.bytes(0x04, 4) ?? [])
    .toString('latin1')
    .replace(/\0.*$/s, '')
    .trim()
  return {
    isPresent: true,
    version: `${major}.${structure.byte(0x09) ?? 0}`,
    manufacturer: manufacturer || undefined,
    firmware: firmwareOf(structure, major),
  }
}

/** Returns the firmware version, which the two families of TPM write differently. */
function firmwareOf(structure: Structure, family: number): string | undefined {
  if (family === 1) return joined(structure.byte(0x0c), structure.byte(0x0d))
  return joined(structure.word(0x0c), structure.word(0x0a))
}

const joined = (major: number | undefined, minor: number | undefined): string | undefined =>
  major === undefined || minor === undefined ? undefined : `${major}.${minor}`
