/** NetBIOS names have 15 characters and a suffix (RFC 1001, section 14.1). */
const charsMax = 15

/** Returns true if the name is the beginning of a longer one, as far as NetBIOS keeps it. */
export const isCutName = (name: string, full: string): boolean =>
  name.length === charsMax && full.toLowerCase().startsWith(name.toLowerCase())
