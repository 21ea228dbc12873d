import { z } from 'zod'
import type { Observation } from '../inventory/observation.ts'
import { deviceLine, ipAddressSchema, macAddressSchema, timestampSchema } from '../inventory/primitives.ts'

/**
 * A host of which no more is known than that it answered: an observation without what all of these have in common, and
 * without how it was found, which is kept with a snapshot, and this makes none.
 */
export const sightingSchema = z.object({
  /** The observation's, made by the service (UUIDv7). */
  id: z.uuid(),
  observedAt: timestampSchema,
  address: ipAddressSchema,
  dnsName: deviceLine(256).optional(),
  macAddress: macAddressSchema.optional(),
})
export type Sighting = z.infer<typeof sightingSchema>

/** Sightings in one result: some 30 KB on the wire, and at most 600 KB before compression. */
export const sightingsMax = 512

/** What the sighting stands for, as `observationSchema` would give it. */
export const observationOf = ({ id, observedAt, address, dnsName, macAddress }: Sighting): Observation => ({
  schemaVersion: 1,
  id,
  source: 'Service',
  observedAt,
  type: 'unknown',
  name: dnsName || address,
  ...(dnsName === undefined ? {} : { dnsName }),
  depth: 'discovery',
  identity: {
    chassisSerials: [],
    sshHostKeys: [],
    macAddresses: macAddress === undefined ? [] : [macAddress],
    ipAddresses: [address],
  },
  network: {
    ipAddress: address,
    ...(macAddress === undefined ? {} : { macAddress }),
    interfaces: [],
    services: [],
  },
  evidence: [],
  truncated: [],
  probes: [],
})
