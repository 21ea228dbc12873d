import { counted } from '../counted.ts'
import { type AddressRange, countAddresses } from './ranges.ts'

export const targetExpressionsMax = 65_536

/**
 * Larger targets are a mistake (a mistyped prefix) or belong in several segments. The named addresses count: for a
 * block also its network and broadcast address, which are not scanned.
 */
export const targetAddressesMax = 2n ** 20n

/** Returns a problem if the range exceeds the limit of a whole list; otherwise undefined. */
export function tooMany(range: AddressRange): string | undefined {
  const count = countAddresses([range])
  return count > targetAddressesMax
    ? `holds ${counted(count, 'address', 'addresses')}; at most ${targetAddressesMax} are taken`
    : undefined
}
