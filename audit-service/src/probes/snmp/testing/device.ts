import type { DeviceFacts } from '../private-identity.ts'
import { readDevice } from '../read-device.ts'
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

export const deviceFacts = (lines: string): Promise<DeviceFacts> => readDevice(deviceReader(lines))
