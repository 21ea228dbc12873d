import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { VendorRegistry } from './registry.ts'

type VendorLookup = (macAddress: string) => string | undefined

/**
 * Creates a look-up of the organization to which the IEEE assigned an address block. It returns undefined for
 * unassigned blocks, multicast addresses and locally administered ones (random, virtual). The registry is read at the
 * first call (40 ms), so that a process without calls does not pay for it.
 */
export function createVendorLookup(): VendorLookup {
  let registry: VendorRegistry | undefined
  return (macAddress) => {
    const digits = macAddress.replace(/[:.-]/g, '')
    if (!/^[0-9a-f]{12}$/i.test(digits)) return undefined
    const firstOctet = Number.parseInt(digits.slice(0, 2), 16)
    if ((firstOctet & 0b11) !== 0) return undefined
    registry ??= new VendorRegistry(readFileSync(createRequire(import.meta.url).resolve('oui-data')))
    return registry.find(digits)
  }
}

/** The look-up shared by the process: the registry is constant and stored once. */
export const vendorOf: VendorLookup = createVendorLookup()
