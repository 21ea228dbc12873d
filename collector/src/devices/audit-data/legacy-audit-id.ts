/**
 * The audit id as one decimal number. A UUIDv7 begins with its time, so the numbers are unique and rise with each
 * snapshot, and nothing has to be counted or stored.
 */
export const legacyAuditId = (auditId: string): string => BigInt(`0x${auditId.replaceAll('-', '')}`).toString()

const digitsMax = 39

/** The audit id of such a number; undefined for other text. Ids and their numbers have one order. */
export function auditIdOf(text: string): string | undefined {
  if (!/^\d+$/.test(text) || text.length > digitsMax) return undefined
  const hex = BigInt(text).toString(16).padStart(32, '0')
  if (hex.length > 32) return undefined
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
