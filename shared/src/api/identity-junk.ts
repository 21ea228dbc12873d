import { z } from 'zod'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { lineSchema } from './line.ts'

/** Evidence kinds whose values can be junk. Addresses are left out because they never identify a device permanently. */
const identityJunkKinds = ['cloud', 'serial', 'uuid', 'machine', 'engine', 'sshKey', 'disk', 'mac', 'name'] as const
export const identityJunkKindSchema = z.enum(identityJunkKinds)
export type IdentityJunkKind = z.infer<typeof identityJunkKindSchema>

/** Limits the entries that people add in one site; learned entries do not count. */
export const identityJunkMax = 10_000
/** A value becomes junk when this many live devices have it and other evidence separates them. */
export const identityJunkDevices = 3

const valueSchema = lineSchema(256).min(1, 'must not be empty').meta({
  description: 'As returned by `GET /api/v1/devices/{id}/identifiers`, or in another notation',
  example: '8XK2PL3',
})
const manufacturerSchema = lineSchema(256).nullable().meta({
  description: 'Manufacturer of a serial number; null for other kinds',
  example: 'Dell Inc.',
})

export const identityJunkSchema = z
  .object({
    id: idSchema,
    kind: identityJunkKindSchema,
    value: valueSchema.brand<'IdentityText'>(),
    manufacturer: manufacturerSchema,
    origin: z.enum(['site', 'learned', 'allowed']).meta({
      description:
        '`site`: added by a person; `learned`: several live devices had it at once; `allowed`: it counts as evidence and is not learned again',
    }),
    devices: z.int().nullable().meta({ description: 'Number of devices that had it when it was learned' }),
    reason: z.string().nullable().meta({ example: 'The USB docks of the meeting rooms' }),
    createdAt: timeSchema,
    createdBy: text('CMDB').meta({
      description: 'User or app that added it; `Reconciliation` if it was learned',
    }),
  })
  .meta({ id: 'IdentityJunk' })
export type IdentityJunk = z.infer<typeof identityJunkSchema>
export const identityJunkListSchema = listOf(identityJunkSchema).meta({ id: 'IdentityJunkList' })

export const createIdentityJunkSchema = z
  .strictObject({
    kind: identityJunkKindSchema,
    value: valueSchema.meta({
      description:
        'As returned by `GET /api/v1/devices/{id}/identifiers`, or in another notation. A serial number without `manufacturer` is written as manufacturer, `/` and number',
    }),
    manufacturer: manufacturerSchema.optional(),
    reason: lineSchema(500).nullable().default(null),
  })
  .meta({
    id: 'CreateIdentityJunk',
    example: { kind: 'serial', value: '7K1XQ02', manufacturer: 'Dell Inc.', reason: 'Spare mainboards' },
  })
export type CreateIdentityJunk = z.infer<typeof createIdentityJunkSchema>

export const identityJunkQuerySchema = pageQuerySchema.extend({ kind: identityJunkKindSchema.optional() })
export type IdentityJunkQuery = z.infer<typeof identityJunkQuerySchema>
