import { z } from 'zod'
import { snapshotSourceSchema } from '../inventory/device-type.ts'
import { evidenceKinds, matchRules } from '../inventory/match.ts'
import { neighborSchema } from '../inventory/neighbor.ts'
import { networkInterfaceSchema } from '../inventory/network.ts'
import { changeQuerySchema } from './change.ts'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { exampleInterface, exampleNeighbor } from './example-device.ts'

const evidenceKindSchema = z.enum(evidenceKinds).meta({
  description: 'From the kind that says most to the one that says least; `claimedIp`: an address it only said it has',
})

const identifierSchema = z
  .object({
    kind: evidenceKindSchema,
    value: text('dell/8xk2pl3'),
    firstSeen: timeSchema,
    lastSeen: timeSchema,
    origin: snapshotSourceSchema.meta({ description: 'Who told it last' }),
  })
  .meta({ id: 'DeviceIdentifier' })
export const identifierListSchema = listOf(identifierSchema).meta({ id: 'DeviceIdentifierList' })
export type DeviceIdentifier = z.infer<typeof identifierSchema>

export const evidenceSchema = z.object({ kind: evidenceKindSchema, value: text('dell/8xk2pl3') })

const movedSchema = z.object({
  from: idSchema.meta({ description: 'The device it was of until then' }),
  by: text('Ada').meta({ description: 'Who found otherwise; `Reconciliation` for a rule' }),
  at: timeSchema,
})

export const deviceMatchSchema = z
  .object({
    snapshotId: idSchema,
    auditDate: timeSchema,
    source: snapshotSourceSchema,
    decision: z
      .enum(['new', 'matched'])
      .meta({ description: '`new`: the snapshot made the device, or the one in `merged`' }),
    matched: z.array(evidenceSchema),
    against: z
      .array(
        z.object({
          kind: z.enum([...evidenceKinds, 'device']),
          detail: text('pc-18 has this MAC as well'),
          observed: z.array(text('pc-17')).optional().meta({ description: 'Some of the values that the snapshot has' }),
          known: z.array(text('pc-16')).optional().meta({ description: 'Some of those that the device had' }),
        }),
      )
      .meta({ description: '`device`: another one that would fit as well' }),
    confidence: z.number().min(0).max(1),
    review: text('Another device has the same serial number')
      .nullable()
      .meta({ description: 'What a person should look at' }),
    rule: z.enum(matchRules).nullable().optional().meta({
      description: 'What decided; null where nothing was in common, absent for snapshots of earlier releases',
    }),
    moved: movedSchema.optional().meta({ description: 'Set where it was taken for another device first' }),
    merged: movedSchema
      .optional()
      .meta({ description: 'Set where it came with a device that was merged into this one' }),
    summary: text('Taken for this device by its serial number dell/8xk2pl3, 95 % sure.').meta({
      description: 'All of it in words',
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
      .meta({ description: 'The one device of the site that it is known to be' }),
  })
  .meta({ id: 'Neighbor', example: { ...exampleNeighbor, device: exampleSwitch } })
export const neighborListSchema = listOf(neighborItemSchema).meta({ id: 'NeighborList' })
export type NeighborItem = z.infer<typeof neighborItemSchema>

export const neighborQuerySchema = pageQuerySchema.extend({
  port: z.string().max(256).optional().meta({ description: 'Name of the port, as among the ports' }),
  protocol: neighborSchema.shape.protocol
    .optional()
    .meta({ description: 'Who told: all but `forwarding` tell of themselves' }),
})
export type NeighborQuery = z.infer<typeof neighborQuerySchema>

/** Limits the neighbors of one port: an uplink can have thousands. */
export const neighborsPerPortMax = 100

const portSchema = networkInterfaceSchema
  .extend({
    neighbors: z
      .array(neighborItemSchema)
      .meta({ description: `Who hangs at it: the first ${neighborsPerPortMax}, the others are among the neighbours` }),
    neighborsTotal: z.int().meta({ example: 1 }),
  })
  .meta({
    id: 'Port',
    example: { ...exampleInterface, neighbors: [{ ...exampleNeighbor, device: exampleSwitch }], neighborsTotal: 1 },
  })
export const portListSchema = listOf(portSchema).meta({ id: 'PortList' })
export type Port = z.infer<typeof portSchema>
