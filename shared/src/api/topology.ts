import { z } from 'zod'
import { deviceTypeSchema } from '../inventory/device-type.ts'
import { neighborSchema } from '../inventory/neighbor.ts'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'

/** Limits of one map. Items over a limit are left out, and `truncated` says so. */
export const topologyMax = { switches: 1_000, heardOf: 1_000, links: 5_000 } as const

const vlanSchema = z.int().meta({ example: 10 }).nullable()
const segmentSchema = idSchema.nullable()
const nodeIdSchema = text('019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b91').meta({
  description: 'The id of a device, or one of the map alone',
})

const portSchema = z
  .object({
    name: text('Gi1/0/7'),
    role: z.enum(['uplink', 'access']).meta({ description: '`uplink`: it leads to another switch' }),
    endpoints: z.int().meta({ example: 1, description: 'What hangs at it' }),
    type: deviceTypeSchema.nullable().meta({ description: 'That of most of them' }),
    vlan: vlanSchema.meta({ description: 'That of most of them' }),
    segmentId: segmentSchema.meta({ description: 'Where most of them were found' }),
  })
  .meta({ id: 'TopologyPort' })

const nodeSchema = z
  .object({
    id: nodeIdSchema,
    kind: z.enum(['switch', 'heard-of', 'unmanaged']).meta({
      description:
        '`switch`: a scan has read it; `heard-of`: others tell of it; `unmanaged`: others meet through it, and it tells nobody of itself',
    }),
    name: text('core-1').nullable(),
    device: z
      .object({
        id: idSchema,
        ipAddress: text('192.0.2.1').nullable(),
        manufacturer: text('Cisco').nullable(),
        model: text('C9300-48T').nullable(),
        segmentId: segmentSchema,
      })
      .nullable(),
    portsTotal: z.int().meta({ example: 52 }),
    portsUp: z.int().meta({ example: 31 }),
    endpoints: z.int().meta({ example: 24, description: 'What hangs at its ports, or somewhere behind it' }),
    ports: z.array(portSchema).meta({ description: 'Those at which something hangs, and the uplinks' }),
  })
  .meta({ id: 'TopologyNode' })
export type TopologyNode = z.infer<typeof nodeSchema>
export type TopologyPort = z.infer<typeof portSchema>

const endSchema = z.object({
  node: nodeIdSchema,
  port: text('Te1/1/1').nullable().meta({ description: 'null where nobody says which' }),
})

const linkSchema = z
  .object({
    a: endSchema,
    b: endSchema,
    speedBps: z.number().nullable().meta({ example: 10_000_000_000, description: 'That of the slower end' }),
    cables: z
      .int()
      .meta({ example: 2, description: 'How many an aggregate (IEEE 802.3ad) is made of; 1 of a plain link' }),
    sources: z.array(neighborSchema.shape.protocol).meta({ description: 'Who told: `forwarding` is worked out' }),
    confidence: z.number().min(0).max(1).meta({
      example: 1,
      description:
        '1: both ends announce the other; 0.9: one of them does; 0.7: by both forwarding tables; 0.6: announced across another switch; 0.4: by one forwarding table',
    }),
  })
  .meta({ id: 'TopologyLink' })
export type TopologyLink = z.infer<typeof linkSchema>

export const topologySchema = z
  .object({
    nodes: z.array(nodeSchema),
    links: z.array(linkSchema),
    endpoints: z.int().meta({ example: 412, description: 'What hangs at all ports' }),
    truncated: z.boolean().meta({ description: `There is more than ${topologyMax.switches} switches and their links` }),
    builtAt: timeSchema,
  })
  .meta({ id: 'Topology' })
export type Topology = z.infer<typeof topologySchema>

export const endpointQuerySchema = pageQuerySchema.extend({
  node: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Of one node', example: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b91' }),
  port: z.string().max(256).optional().meta({ description: 'At ports of this name', example: 'Gi1/0/7' }),
  q: z.string().max(200).optional().meta({ description: 'With this in its name, its addresses or its MAC' }),
})
export type EndpointQuery = z.infer<typeof endpointQuerySchema>

const endpointSchema = z
  .object({
    node: nodeIdSchema,
    port: text('Gi1/0/7').nullable().meta({ description: 'null: somewhere behind the node' }),
    name: text('pc-17').nullable(),
    macAddress: text('00:1b:21:3c:9d:17').nullable(),
    ipAddress: text('192.0.2.27').nullable(),
    vlan: vlanSchema,
    device: z
      .object({ id: idSchema, name: text('pc-17'), type: deviceTypeSchema, segmentId: segmentSchema })
      .nullable()
      .meta({ description: 'The one device of the site that it is known to be' }),
  })
  .meta({ id: 'TopologyEndpoint' })
export type TopologyEndpoint = z.infer<typeof endpointSchema>
export const endpointListSchema = listOf(endpointSchema).meta({ id: 'TopologyEndpointList' })
