import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { VendorRegistry } from './registry.ts'

type VendorLookup = (macAddress: string) => string | undefined

/**
 * The organisation that the IEEE registered the address's block to. Undefined for blocks no one has, for multicast
 * addresses, and for locally administered ones (random, virtual), whose prefix belongs to no one.
 * The registry is read at the first question (40 ms), so that a process that asks none does not pay for it.
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

/** The lookup that the process shares: the registry is a constant, held once. */
export const vendorOf: VendorLookup = createVendorLookup()
