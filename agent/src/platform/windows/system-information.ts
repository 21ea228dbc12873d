import { BlockReader } from './memory-block.ts'

const reader = (bytes: Buffer): BlockReader => new BlockReader({ address: 0n, bytes })

/** Decodes RTL_OSVERSIONINFOEXW: `10.0.22631`. */
export function decodeVersion(bytes: Buffer): string {
  const info = reader(bytes)
  return [info.u32(4), info.u32(8), info.u32(12)].join('.')
}

/** Returns the physical memory of MEMORYSTATUSEX that Windows can use. */
export const decodeMemory = (bytes: Buffer): { totalBytes: number } => ({ totalBytes: Number(reader(bytes).u64(8)) })

/** Decodes TPM_DEVICE_INFO (tbs.h) to the version of the specification. */
export function decodeTpm(bytes: Buffer): string | undefined {
  return { 1: '1.2', 2: '2.0' }[reader(bytes).u32(4)]
}
