import { valueBytesMax } from '../../platform/host.ts'
import type { HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'

/** Reads the memory that the kernel manages: the installed memory without the parts reserved by firmware and kernel. */
export const memory: Source<HardwarePart> = {
  name: 'meminfo',
  isAvailable: async (host) => (await host.readFile('/proc/meminfo', valueBytesMax)) !== undefined,
  collect: async (host) => parseMeminfo((await host.readFile('/proc/meminfo', valueBytesMax)) ?? ''),
}

export function parseMeminfo(text: string): HardwarePart {
  const [, kibibytes] = /^MemTotal:\s+(\d{1,15}) kB$/m.exec(text) ?? []
  return kibibytes === undefined ? {} : { memory: { totalBytes: Number(kibibytes) * 1024 } }
}
