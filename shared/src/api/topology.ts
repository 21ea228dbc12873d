import { z } from 'zod'
import { deviceTypeSchema } from '../inventory/device-type.ts'
import { neighborSchema } from '../inventory/neighbor.ts'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'

/** Limits of one map. Items over a limit are left out, and `truncated` says so. */
export const topologyMax = { switches: 1_000, heardOf: 1_000, links: 5_000 } as const

const vlanSchema = z.int().meta({ example: 10 }).nullable()
const segmentSchema = idSchema.nullable()
export const topologyNodeIdSchema = text('019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b91').meta({
  description: 'Id of a device, or an id that only the map uses',
})

const portSchema = z
  .object({
    name: text('Gi1/0/7'),
    role: z.enum(['uplink', 'access']).meta({ description: '`uplink`: leads to another switch' }),
    endpoints: z.int().meta({ example: 1, description: 'Number of connected devices' }),
    type: deviceTypeSchema.nullable().meta({ description: 'The most frequent one' }),
    vlan: vlanSchema.meta({ description: 'The most frequent one' }),
    segmentId: segmentSchema.meta({ description: 'Segment in which most of them were found' }),
  })
  .meta({ id: 'TopologyPort' })

const nodeSchema = z
  .object({
    id: topologyNodeIdSchema,
    kind: z.enum(['switch', 'heard-of', 'unmanaged']).meta({
      description:
        '`switch`: read by a scan; `heard-of`: announced by other devices; `unmanaged`: inferred from devices that meet behind a port',
    }),
    type: z
      .enum(['switch', 'router', 'access-point'])
      .meta({ description: 'By the capabilities that it announces and by its interfaces' }),
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
    endpoints: z.int().meta({ example: 24, description: 'Number of devices at its ports or further behind' }),
    ports: z.array(portSchema).meta({ description: 'Ports with connected devices, and uplinks' }),
  })
  .meta({ id: 'TopologyNode' })
export type TopologyNode = z.infer<typeof nodeSchema>
export type TopologyPort = z.infer<typeof portSchema>

const endSchema = z
  .object({
    node: topologyNodeIdSchema,
    port: text('Te1/1/1').nullable().meta({ description: 'null if no device reports it' }),
  })
  .meta({ id: 'TopologyLinkEnd' })

const linkSchema = z
  .object({
    a: endSchema,
    b: endSchema,
    speedBps: z.number().nullable().meta({ example: 10_000_000_000, description: 'Speed of the slower end' }),
    cables: z
      .int()
      .meta({ example: 2, description: 'Number of links in an aggregate (IEEE 802.3ad); 1 for a plain link' }),
    sources: z
      .array(neighborSchema.shape.protocol)
      .meta({ description: 'Protocol that reported the link; `forwarding`: inferred from forwarding tables' }),
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
    endpoints: z.int().meta({ example: 412, description: 'Number of devices at all ports' }),
    truncated: z
      .boolean()
      .meta({ description: `True if there are more than ${topologyMax.switches} switches and their links` }),
    builtAt: timeSchema,
  })
  .meta({ id: 'Topology' })
export type Topology = z.infer<typeof topologySchema>

export const endpointQuerySchema = pageQuerySchema.extend({
  node: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only this node', example: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b91' }),
  port: z.string().max(256).optional().meta({ description: 'Only ports of this name', example: 'Gi1/0/7' }),
  q: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Only devices with this text in the name, an address or the MAC' }),
})
export type EndpointQuery = z.infer<typeof endpointQuerySchema>

const endpointSchema = z
  .object({
    node: topologyNodeIdSchema,
    port: text('Gi1/0/7').nullable().meta({ description: 'null: behind the node at an unknown port' }),
    name: text('pc-17').nullable(),
    macAddress: text('00:1b:21:3c:9d:17').nullable(),
    ipAddress: text('192.0.2.27').nullable(),
    vlan: vlanSchema,
    device: z
      .object({ id: idSchema, name: text('pc-17'), type: deviceTypeSchema, segmentId: segmentSchema })
      .nullable()
      .meta({ description: 'The device of the site that the neighbor is, if unambiguous' }),
  })
  .meta({ id: 'TopologyEndpoint' })
export type TopologyEndpoint = z.infer<typeof endpointSchema>
export const endpointListSchema = listOf(endpointSchema).meta({ id: 'TopologyEndpointList' })
