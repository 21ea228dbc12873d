import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import { keyOf, type LookupKey } from './lookup-keys.ts'

/** Types of devices that run no agent. */
const applianceTypes: ReadonlySet<DeviceType> = new Set<DeviceType>(['printer', 'camera', 'ups'])

export const isAppliance = (type: DeviceType | undefined): boolean => type !== undefined && applianceTypes.has(type)

/**
 * Reports whether values and the identifiers of a machine have nothing but addresses in common. A notebook's agent also
 * reports addresses of other networks, such as that of its home, where an appliance of the office has the same one.
 */
export function haveOnlyAddress(values: readonly LookupKey[], identifiers: readonly LookupKey[]): boolean {
  const known = new Set(identifiers.map(keyOf))
  return values.every((item) => item.kind === 'ip' || item.kind === 'claimedIp' || !known.has(keyOf(item)))
}
