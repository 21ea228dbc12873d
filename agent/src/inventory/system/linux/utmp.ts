export type SignIn = { user: string; seconds: number }

/** Sizes of a record of utmp(5): with times of 32 bits, as on x86-64, or of 64 bits, as on arm64. */
const layouts = [
  { bytes: 384, seconds: 340 },
  { bytes: 400, seconds: 344 },
]
const userProcess = 7
const user = { start: 44, end: 76 }
/** The last type of a record, ACCOUNTING. */
const typeMax = 9

/** Reports whether every record of this size begins with a type: some sizes of files are multiples of both layouts. */
function hasTypes(bytes: Buffer, recordBytes: number): boolean {
  for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
    const type = bytes.readInt32LE(at)
    if (type < 0 || type > typeMax) return false
  }
  return true
}

/**
 * Parses utmp or wtmp: the sign-ins of users. Returns undefined for an unknown layout. A last record that was written in
 * part is left out.
 */
export function parseUtmp(bytes: Buffer): SignIn[] | undefined {
  const isWhole = (each: { bytes: number }) => bytes.length % each.bytes === 0
  const fitting = layouts.filter((each) => hasTypes(bytes, each.bytes))
  const layout = fitting.find(isWhole) ?? fitting.find((each) => bytes.length > each.bytes)
  if (!layout) return undefined
  const found: SignIn[] = []
  for (let at = 0; at + layout.bytes <= bytes.length; at += layout.bytes) {
    if (bytes.readInt32LE(at) !== userProcess) continue
    const [name = ''] = bytes.toString('utf8', at + user.start, at + user.end).split('\0', 1)
    if (name !== '') found.push({ user: name, seconds: bytes.readUInt32LE(at + layout.seconds) })
  }
  return found
}
