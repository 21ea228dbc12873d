import { z } from 'zod'
import { deviceLine, ipAddressSchema, macAddressSchema } from '../inventory/primitives.ts'
import { addressBits, parseAddress } from '../targets/address.ts'
import { type AddressRange, blockAround } from '../targets/ranges.ts'
import { isHostAddress } from '../targets/refused.ts'

/** Maximum number of networks in a heartbeat, more than nearly all machines have. */
export const attachedNetworksMax = 256

type Block = { address: string; prefixLength: number }

/** Network of an interface of the Audit Service's machine. */
export const attachedNetworkSchema = z
  .object({
    interfaceName: deviceLine(64),
    /** Absent on links without hardware addresses. */
    macAddress: macAddressSchema.optional(),
    /** Address of the interface in the network. */
    address: ipAddressSchema,
    prefixLength: z.int(),
  })
  .refine(hasOtherHosts, 'not a network of other hosts: loopback, link-local, multicast or a single address')
export type AttachedNetwork = z.infer<typeof attachedNetworkSchema>

/** Reports whether the network of an address can have hosts on other machines. */
export function hasOtherHosts({ address, prefixLength }: Block): boolean {
  const parsed = parseAddress(address)
  return parsed !== undefined && prefixLength > 0 && prefixLength < addressBits(parsed.family) && isHostAddress(address)
}

/** Returns all addresses of the network. Throws if the address is none. */
export function attachedBlock({ address, prefixLength }: Block): AddressRange {
  const parsed = parseAddress(address)
  if (!parsed) throw new Error(`${address} is not an address`)
  return blockAround(parsed, prefixLength)
}
