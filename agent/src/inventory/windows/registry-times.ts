import type { RegistryValues } from '../../platform/windows/registry-values.ts'
import { timeOfFiletime } from '../../platform/windows/times.ts'

/** Reads a FILETIME that is stored as a number or as eight bytes. */
export function filetimeOf(values: RegistryValues, name: string): string | undefined {
  const value = values.get(name)
  if (value?.type === 'qword') return timeOfFiletime(value.value)?.toISOString()
  if (value?.type !== 'binary' || value.value.length !== 8) return undefined
  return timeOfFiletime(value.value.readBigUInt64LE())?.toISOString()
}

/** Reads a FILETIME that is stored in two halves, `…High` and `…Low`. */
export function splitFiletimeOf(values: RegistryValues, name: string): string | undefined {
  const [high, low] = [values.get(`${name}High`), values.get(`${name}Low`)]
  if (high?.type !== 'dword' || low?.type !== 'dword') return undefined
  return timeOfFiletime((BigInt(high.value) << 32n) | BigInt(low.value))?.toISOString()
}
