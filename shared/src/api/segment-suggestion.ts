import { z } from 'zod'
import { neighborSchema } from '../inventory/neighbor.ts'
import { idSchema, listOf, text } from './common.ts'

const deviceSchema = z.object({ id: idSchema, name: text('core-1') })

const segmentSuggestionSchema = z
  .object({
    address: text('10.9.0.2').meta({
      description: 'Management address that the neighbor announces, or address of the Audit Service in its network',
    }),
    network: text('10.9.0.0/24').nullable().meta({
      description:
        'Network block as targets for a segment: one that the neighbor shares with a device that saw it, or that the Audit Service is attached to. null if none is known',
    }),
    auditService: z
      .object({ id: idSchema, name: text('Main office'), interfaceName: text('eth0') })
      .nullable()
      .meta({ description: 'The Audit Service that is attached to the network. null for a neighbor' }),
    name: text('edge-7').nullable(),
    description: text('Cisco IOS Software, C2960X').nullable(),
    device: deviceSchema.nullable().meta({ description: 'Another device that has this address' }),
    seenBy: z
      .array(z.object({ device: deviceSchema, port: text('Gi1/0/1'), protocol: neighborSchema.shape.protocol }))
      .meta({ description: 'Devices and ports that saw the neighbor; at most 16' }),
  })
  .meta({ id: 'SegmentSuggestion' })
export const segmentSuggestionListSchema = listOf(segmentSuggestionSchema).meta({ id: 'SegmentSuggestionList' })
export type SegmentSuggestion = z.infer<typeof segmentSuggestionSchema>
