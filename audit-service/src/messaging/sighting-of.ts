import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { Sighting } from '@rollcall/shared/messages/sighting.ts'
import { optional } from '@rollcall/shared/optional.ts'

/** Converts an observation to a sighting if it contains no more than that a host answers at the address. */
export function sightingOf(address: string, observation: ObservationInput): Sighting | undefined {
  const { id, observedAt, source, depth, type, name, dnsName, identity, network } = observation
  const { ipAddresses = [], macAddresses = [], ...otherIdentity } = identity
  const { ipAddress, macAddress, ...otherNetwork } = network ?? {}
  const isBare =
    source === 'Service' &&
    depth === 'discovery' &&
    type === 'unknown' &&
    observation.hardware === undefined &&
    observation.software === undefined &&
    observation.customFields === undefined &&
    isEmpty(otherIdentity) &&
    isEmpty(otherNetwork)
  const isAlike =
    name === (dnsName || address) &&
    ipAddress === address &&
    ipAddresses.join() === address &&
    macAddresses.join() === (macAddress ?? '')
  if (!isBare || !isAlike) return undefined
  return {
    id,
    observedAt,
    address,
    ...optional({ dnsName, macAddress }),
  }
}

const isEmpty = (object: object): boolean =>
  Object.values(object).every((value) => value === undefined || (Array.isArray(value) && value.length === 0))
