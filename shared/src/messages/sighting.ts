import { z } from 'zod'
import type { Observation } from '../inventory/observation.ts'
import { deviceLine, ipAddressSchema, macAddressSchema, timestampSchema } from '../inventory/primitives.ts'
import { optional } from '../optional.ts'
import { reportedAuditSchema } from './host-audit.ts'

/**
 * A host that answered and was not audited: the fields of an observation that differ between such hosts. The discovery
 * method is left out because it is stored with a snapshot, and a sighting creates none.
 */
export const sightingSchema = z.object({
  /** Id of the observation, created by the service (UUIDv7). */
  id: z.uuid(),
  observedAt: timestampSchema,
  address: ipAddressSchema,
  dnsName: deviceLine(256).optional(),
  macAddress: macAddressSchema.optional(),
  /** Absent from an Audit Service of an earlier release. */
  audit: reportedAuditSchema,
})
export type Sighting = z.infer<typeof sightingSchema>

/** Sightings in one result: some 30 KB on the wire, and at most 600 KB before compression. */
export const sightingsMax = 512

/** Returns the observation of a sighting, as parsed by `observationSchema`. */
export const observationOf = ({ id, observedAt, address, dnsName, macAddress }: Sighting): Observation => ({
  schemaVersion: 1,
  id,
  source: 'Service',
  observedAt,
  type: 'unknown',
  name: dnsName || address,
  ...optional({ dnsName }),
  depth: 'discovery',
  identity: {
    chassisSerials: [],
    sshHostKeys: [],
    macAddresses: macAddress === undefined ? [] : [macAddress],
    ipAddresses: [address],
  },
  network: {
    ipAddress: address,
    ...optional({ macAddress }),
    interfaces: [],
    services: [],
  },
  evidence: [],
  truncated: [],
  probes: [],
})
