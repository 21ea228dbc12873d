import { compactOf, isFiller, isFillerSerial } from './fillers.ts'
import {
  isCounting,
  isCountingInColumns,
  isCountingLettersAndDigits,
  isNearlyOneCharacter,
  isOneCharacter,
  isRepeatedGroup,
} from './patterns.ts'
import { isJunkHex } from './uuids.ts'

/** Returns true if a serial number, an asset tag or another text of a device identifies nothing. */
export function isJunkSerial(serial: string): boolean {
  const compact = compactOf(serial)
  return (
    isFiller(serial) ||
    isFillerSerial(compact) ||
    isVersion(serial) ||
    /(?:tag|sku)\s*#\s*$/i.test(serial) ||
    isPattern(compact) ||
    isIntroducedPattern(compact) ||
    (/^[0-9a-f]{32}$/.test(compact) && isJunkHex(compact))
  )
}

/** Reports whether letters and digits follow a pattern that nobody assigned. */
function isPattern(compact: string): boolean {
  return (
    isOneCharacter(compact) ||
    isRepeatedGroup(compact) ||
    isCounting(compact) ||
    isCountingInColumns(compact) ||
    isCountingLettersAndDigits(compact) ||
    (compact.length >= 16 && isNearlyOneCharacter(compact, 1))
  )
}

/**
 * Detects a pattern after the name of its field: `S/N: 12345678`, `SYS-1234567890`, `Serial Number xxxxxx`, `0x00000000`.
 * A short number that counts, such as `SN12345`, may be from a list in which somebody numbered devices. After other
 * letters, more digits must count: APC's numbers begin with `AS` and a week.
 */
function isIntroducedPattern(compact: string): boolean {
  const rest = compact.replace(introduction, '')
  return rest !== compact && isPattern(rest) && (rest.length >= 8 || !isCounting(rest))
}

const introduction =
  /^(?:0x|[a-z](?=0?123456789|987654321)|[a-z]{2,5}(?=0?1234567890[a1]|0123456789$)|[a-z]{1,5}(?=0{7,}$)|[bcs]sn|[ne]b|pc|(?:system|sys|chassis|baseboard|board|mb|bb|product)?(?:serial(?:number|num|no)?|sernum|sn|asset(?:tag)?|number|no|atn|ch|oem)?)(?=.{4})/

/** Matches `1.0` or `1.2.3` as the whole value. */
const isVersion = (serial: string) => /^\s*\d+(?:\.\d+)+\s*$/.test(serial)

/**
 * Returns true if a serial number only repeats what describes the device, such as its model, its part number or its
 * manufacturer.
 */
export function repeatsDescription(serial: string, descriptions: readonly (string | undefined)[]): boolean {
  const compact = compactOf(serial)
  return descriptions.some((text) => text !== undefined && compactOf(text) === compact)
}
