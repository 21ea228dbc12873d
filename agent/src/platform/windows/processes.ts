/** PROCESSENTRY32W of 64-bit Windows. */
export const processEntryBytes = 568
const idAt = 8
const nameAt = 44

export function decodeProcessEntry(entry: Buffer): { id: number; name: string } {
  const [name = ''] = entry.toString('utf16le', nameAt, processEntryBytes).split('\0', 1)
  return { id: entry.readUInt32LE(idAt), name }
}
