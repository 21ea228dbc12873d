import { valueBytesMax } from '../../platform/host.ts'
import type { HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'

const path = '/proc/meminfo'

/** Reads the memory that the kernel manages: the installed memory without the parts reserved by firmware and kernel. */
export const memory: Source<HardwarePart> = {
  name: 'meminfo',
  reads: ['memory.totalBytes', 'memory.swapBytes'],
  isAvailable: async (host) => (await host.readFile(path, valueBytesMax)) !== undefined,
  collect: async (host) => parseMeminfo((await host.readFile(path, valueBytesMax)) ?? ''),
}

export function parseMeminfo(text: string): HardwarePart {
  const [totalBytes, swapBytes] = [bytesOf(text, 'MemTotal'), bytesOf(text, 'SwapTotal')]
  return totalBytes === undefined ? {} : { memory: { totalBytes, ...(swapBytes !== undefined && { swapBytes }) } }
}

function bytesOf(text: string, name: string): number | undefined {
  const kibibytes = new RegExp(`^${name}:\\s+(\\d{1,12}) kB$`, 'm').exec(text)?.[1]
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024
}
