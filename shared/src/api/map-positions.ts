import { z } from 'zod'
import { topologyNodeIdSchema } from './topology.ts'

const coordinateSchema = z.int().min(-1_000_000).max(1_000_000)

const coordinates = {
  x: coordinateSchema.meta({ example: 420, description: 'Of the left edge, in units of the map' }),
  y: coordinateSchema.meta({ example: 180, description: 'Of the upper edge, in units of the map' }),
}
const positionSchema = z.strictObject(coordinates).meta({ id: 'MapPosition' })
// Without a name: the description would refuse null where it refers to a named object.
const newPositionSchema = z.strictObject(coordinates).nullable()
export type MapPosition = z.infer<typeof positionSchema>

/** Nodes of one map that can have a position. A node without one follows its parent. */
export const mapPositionsMax = 1_000

const node = '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b91'
const keySchema = topologyNodeIdSchema.min(1).max(64)

export const mapPositionsSchema = z
  .object({
    positions: z.record(keySchema, positionSchema).meta({
      example: { [node]: { x: 420, y: 180 } },
      description: 'By the id of the node. Other nodes stand where the layout puts them',
    }),
  })
  .meta({ id: 'MapPositions' })
export type MapPositions = z.infer<typeof mapPositionsSchema>

export const patchMapPositionsSchema = z
  .strictObject({
    positions: z
      .record(keySchema, newPositionSchema)
      .refine((positions) => Object.keys(positions).length <= mapPositionsMax, `at most ${mapPositionsMax} nodes`)
      .meta({
        example: { [node]: null },
        description: 'By the id of the node. null takes the position away; absent nodes stay unchanged',
      }),
  })
  .meta({ id: 'PatchMapPositions' })
export type PatchMapPositions = z.infer<typeof patchMapPositionsSchema>
