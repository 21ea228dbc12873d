import { isCounting, isCountingInColumns, isNearlyOneCharacter, isOneCharacter, isRepeatedGroup } from './patterns.ts'

/** UUIDs of whole series of mainboards that follow no pattern. */
const junkUuids: ReadonlySet<string> = new Set([
  '6ab5b300-538d-1014-9fb5-b0684d007b53',
  '12345678-1234-5678-90ab-cddeefaabbcc',
  // Dell, with a service tag of spaces or zeros, in two generations of firmware
  '4c4c4544-0020-2010-8020-80c04f202020',
  '44454c4c-2000-1020-8020-a0c04f202020',
  '4c4c4544-0000-2010-8020-80c04f202020',
])

/** Returns true if a BIOS UUID identifies nothing, in either order of the bytes of its first three groups. */
export function isJunkUuid(uuid: string): boolean {
  const hex = uuid.toLowerCase().replace(/[^0-9a-f]/g, '')
  return hex.length !== 32 || isJunkHex(hex) || groupsOf(hex).every(isOneCharacter)
}

/** Detects a known or patterned UUID among the 32 digits of any identifier. */
export const isJunkHex = (hex: string): boolean => [hex, withSwappedGroups(hex)].some(isJunkInThisOrder)

function isJunkInThisOrder(hex: string): boolean {
  return (
    junkUuids.has(groupsOf(hex).join('-')) ||
    hex.startsWith('123456781234') ||
    isNearlyOneCharacter(hex, 3) ||
    isRepeatedGroup(hex) ||
    isCounting(hex) ||
    isCountingInColumns(hex)
  )
}

const groupsOf = (hex: string) => [
  hex.slice(0, 8),
  hex.slice(8, 12),
  hex.slice(12, 16),
  hex.slice(16, 20),
  hex.slice(20),
]

/** Returns the other form of a UUID in hex: SMBIOS before 2.6 gives the bytes of the first three groups in reverse. */
export const withSwappedGroups = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16)]
    .map((group) => (group.match(/../g) ?? []).reverse().join(''))
    .join('') + hex.slice(16)
