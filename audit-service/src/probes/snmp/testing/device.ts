import { readFacts, type SnmpFacts } from '../facts.ts'
import type { SnmpReader } from '../reader.ts'
import { readerOf } from '../recording.ts'
import { RecordingStore } from '../recording-store.ts'

/** Returns a reader of a device from the lines of a recording. */
export function deviceReader(lines: string): SnmpReader {
  const store = new RecordingStore()
  store.add(Buffer.from(`${lines.trim()}\n`))
  store.finish()
  return readerOf(store)
}

export const deviceFacts = (lines: string): Promise<SnmpFacts> => readFacts(deviceReader(lines))
