import { recordedHost } from '../../../platform/testing/recorded-host.ts'
import {
  type RecordedRegistry,
  recordedWindows,
  type WindowsRecording,
} from '../../../platform/windows/testing/recorded-windows.ts'
import type { Source } from '../../source.ts'

type MakeSource<Part> = (api: ReturnType<typeof recordedWindows>) => Source<Part>

/** Runs a source and returns its data and what it cut. */
export async function collect<Part>(source: MakeSource<Part>, registry: RecordedRegistry, more: WindowsRecording = {}) {
  const cuts: string[] = []
  const api = recordedWindows({ ...more, registry })
  return { part: await source(api).collect(recordedHost({}), (what) => cuts.push(what)), cuts }
}

export const control = 'HKLM\\SYSTEM\\CurrentControlSet\\Control'
export const services = 'HKLM\\SYSTEM\\CurrentControlSet\\Services'
export const devices = 'HKLM\\SYSTEM\\CurrentControlSet\\Enum'
export const microsoft = 'HKLM\\SOFTWARE\\Microsoft'
export const alice = 'S-1-5-21-1004336348-1177238915-682003330-1001'
export const filetime = (time: string): bigint => (BigInt(Date.parse(time)) + 11_644_473_600_000n) * 10_000n
export const filetimeBytes = (time: string): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(filetime(time))
  return bytes
}
