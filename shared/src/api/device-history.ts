import { z } from 'zod'
import { snapshotSourceSchema } from '../inventory/device-type.ts'
import { evidenceKinds, matchRules } from '../inventory/match.ts'
import { neighborSchema } from '../inventory/neighbor.ts'
import { networkInterfaceSchema } from '../inventory/network.ts'
import { changeQuerySchema } from './change.ts'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { exampleInterface, exampleNeighbor } from './example-device.ts'

export const identifierKindSchema = z.enum(evidenceKinds).meta({
  description:
    'Kinds from the strongest to the weakest; `claimedIp`: an address that the device reported but did not answer at',
})

export const identityText = text('8XK2PL3')
  .meta({ description: 'As it was reported; UUIDs and MACs in their canonical notation' })
  .brand<'IdentityText'>()
export const identifierManufacturer = text('Dell Inc.')
  .optional()
  .meta({ description: 'Manufacturer of a serial number' })
const identityValueShape = {
  kind: identifierKindSchema,
  value: identityText,
  manufacturer: identifierManufacturer,
}

const identifierSchema = z
  .object({
    ...identityValueShape,
    firstSeen: timeSchema,
    lastSeen: timeSchema,
    origin: snapshotSourceSchema.meta({ description: 'Last origin that reported it' }),
  })
  .meta({ id: 'DeviceIdentifier' })
export const identifierListSchema = listOf(identifierSchema).meta({ id: 'DeviceIdentifierList' })
export type DeviceIdentifier = z.infer<typeof identifierSchema>

export const evidenceSchema = z.object(identityValueShape).meta({ id: 'IdentityEvidence' })

const movedSchema = z.object({
  from: idSchema.meta({ description: 'The previous device' }),
  by: text('Ada').meta({ description: 'Who moved it; `Reconciliation` for a rule' }),
  at: timeSchema,
})

export const deviceMatchSchema = z
  .object({
    snapshotId: idSchema,
    auditDate: timeSchema,
    source: snapshotSourceSchema,
    decision: z
      .enum(['new', 'matched'])
      .meta({ description: '`new`: the snapshot created this device, or the one in `merged`' }),
    matched: z.array(evidenceSchema),
    against: z
      .array(
        z
          .object({
            kind: z.enum([...evidenceKinds, 'device']),
            detail: text('pc-18 has this MAC as well'),
            observed: z
              .array(text('pc-17').brand<'IdentityText'>())
              .optional()
              .meta({ description: 'Some of the values in the snapshot' }),
            known: z
              .array(text('pc-16').brand<'IdentityText'>())
              .optional()
              .meta({ description: 'Some of the values that the device had' }),
          })
          .meta({ id: 'ContraryEvidence' }),
      )
      .meta({ description: '`device`: another device would match as well' }),
    confidence: z.number().min(0).max(1),
    review: text('Another device has the same serial number')
      .nullable()
      .meta({ description: 'Question for a person to review' }),
    rule: z.enum(matchRules).nullable().optional().meta({
      description: 'The deciding rule; null if nothing matched, absent for snapshots of earlier releases',
    }),
    moved: movedSchema.optional().meta({ description: 'Set if the snapshot was moved here from another device' }),
    merged: movedSchema
      .optional()
      .meta({ description: 'Set if the snapshot came with a device that was merged into this one' }),
    summary: text('Matched by serial number 8XK2PL3 (95 % confidence).').meta({
      description: 'The reason in words',
    }),
  })
  .meta({ id: 'DeviceMatch' })
export const deviceMatchListSchema = listOf(deviceMatchSchema).meta({ id: 'DeviceMatchList' })
export type DeviceMatch = z.infer<typeof deviceMatchSchema>

export const deviceChangeQuerySchema = changeQuerySchema.omit({ deviceId: true })

const exampleSwitch = { id: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b91', name: 'core-1' }

const neighborItemSchema = neighborSchema
  .extend({
    device: z
      .object({ id: idSchema, name: text('core-1') })
      .nullable()
      .meta({ description: 'The device of the site that the neighbor is, if unambiguous' }),
  })
  .meta({ id: 'Neighbor', example: { ...exampleNeighbor, device: exampleSwitch } })
export const neighborListSchema = listOf(neighborItemSchema).meta({ id: 'NeighborList' })
export type NeighborItem = z.infer<typeof neighborItemSchema>

export const neighborQuerySchema = pageQuerySchema.extend({
  port: z.string().max(256).optional().meta({ description: 'Name of the port, as in the list of ports' }),
  protocol: neighborSchema.shape.protocol.optional().meta({
    description: 'Protocol that reported the neighbor; with all but `forwarding` the neighbor announces itself',
  }),
})
export type NeighborQuery = z.infer<typeof neighborQuerySchema>

/** Limits the neighbors of one port: an uplink can have thousands. */
export const neighborsPerPortMax = 100

const portSchema = networkInterfaceSchema
  .extend({
    neighbors: z.array(neighborItemSchema).meta({
      description: `Connected devices: the first ${neighborsPerPortMax}; the others are in the list of neighbors`,
    }),
    neighborsTotal: z.int().meta({ example: 1 }),
  })
  .meta({
    id: 'Port',
    example: { ...exampleInterface, neighbors: [{ ...exampleNeighbor, device: exampleSwitch }], neighborsTotal: 1 },
  })
export const portListSchema = listOf(portSchema).meta({ id: 'PortList' })
export type Port = z.infer<typeof portSchema>
