import { z } from 'zod'
import { softwareKinds } from '../inventory/software-name.ts'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'

export const softwareGroups = ['Regular', 'Required', 'Forbidden'] as const
const softwareGroupSchema = z.enum(softwareGroups)
export type SoftwareGroup = z.infer<typeof softwareGroupSchema>

const firstSeen = timeSchema.meta({ description: 'When it was first found on a device of the site' })
const softwareListItemSchema = z
  .object({
    id: idSchema,
    name: z.string().meta({ example: 'openssl' }),
    version: z.string().optional().meta({ description: 'Left out of a name group', example: '3.0.17' }),
    publisher: text('Debian OpenSSL Team').meta({ description: 'Empty when no source named one' }),
    kind: z
      .enum(softwareKinds)
      .meta({ description: 'update: a patch of other products, such as KB5031356, whatever name it is reported by' }),
    softwareGroup: softwareGroupSchema.meta({
      description:
        'Regular: neither; Required: expected on in-scope devices; Forbidden: must not be on them. A name group whose versions differ shows the strictest: Forbidden, then Required',
    }),
    installations: z.int().meta({ description: 'On how many devices it is now; 0 once it has gone from all' }),
    firstSeen,
  })
  .meta({ id: 'SoftwareListItem' })
export const softwareListSchema = listOf(softwareListItemSchema).meta({ id: 'SoftwareList' })
export type SoftwareListItem = z.infer<typeof softwareListItemSchema>

const lastSeen = timeSchema.meta({
  description: 'When a device that has it was last seen, or when it went from the last one, whichever is later',
})

const softwareVersionSchema = z
  .object({
    id: idSchema.meta({ description: 'The product of this name and version' }),
    name: text('openssl').meta({ description: 'As it is reported' }),
    version: text('3.0.17'),
    softwareGroup: softwareGroupSchema,
    installations: z.int(),
    firstSeen,
    lastSeen,
  })
  .meta({ id: 'SoftwareVersion' })

export const softwareSchema = softwareListItemSchema
  .extend({
    inScopeTagId: idSchema.nullable().meta({
      description:
        'Only computers with this tag are in scope; null: all computers. A tag that has been deleted leaves none in scope',
    }),
    lastSeen,
    ownGroup: softwareGroupSchema.optional().meta({
      description: 'Of a name group alone: what was last set for it as a whole, and what its new versions get',
    }),
    nameId: idSchema.meta({ description: 'The name group: all that is one product but for version and architecture' }),
    versions: z.array(softwareVersionSchema).meta({
      description:
        'The detected versions of the name group: the oldest first, as the package manager that reports them compares them, ties by name and id',
    }),
  })
  .meta({ id: 'SoftwareProduct' })
export type SoftwareVersion = z.infer<typeof softwareVersionSchema>
export type SoftwareProduct = z.infer<typeof softwareSchema>

export const patchSoftwareSchema = z
  .strictObject({ softwareGroup: softwareGroupSchema, inScopeTagId: idSchema.nullable() })
  .partial()
  .meta({ id: 'PatchSoftware', example: { softwareGroup: 'Forbidden' } })
export type PatchSoftware = z.infer<typeof patchSoftwareSchema>

export const softwareQuerySchema = pageQuerySchema.extend({
  groupBy: z.enum(['name-version', 'name']).default('name-version'),
  softwareGroup: softwareGroupSchema.optional(),
  kind: z.enum(softwareKinds).optional(),
  publisher: z.string().min(1).max(2000).optional().meta({ description: 'As a product shows it', example: 'Debian' }),
  q: z.string().max(200).optional().meta({
    description:
      'Every word of it is somewhere in the product name, in any case. The first 300 characters of a name are looked at',
  }),
})
export type SoftwareQuery = z.infer<typeof softwareQuerySchema>

const publisherSchema = z
  .object({
    publisher: text('Debian OpenSSL Team'),
    products: z.int().meta({ description: 'Name groups of the catalog', example: 12 }),
  })
  .meta({ id: 'SoftwarePublisher' })
export const publisherListSchema = listOf(publisherSchema).meta({ id: 'SoftwarePublisherList' })
export type Publisher = z.infer<typeof publisherSchema>

const installationSchema = z
  .object({
    deviceId: idSchema,
    deviceName: text('pc-17'),
    productId: idSchema.meta({ description: 'The product of the name and version that is installed' }),
    installedVersion: text('3.0.17'),
    installDate: timeSchema.nullable().meta({ description: 'null where the device does not tell' }),
    firstSeen: timeSchema.meta({ description: 'When it was first found on the device' }),
    lastSeen: timeSchema.meta({ description: 'When the software of the device was last looked at' }),
  })
  .meta({ id: 'Installation' })
export const installationListSchema = listOf(installationSchema).meta({ id: 'InstallationList' })
export type Installation = z.infer<typeof installationSchema>
