import { z } from 'zod'
import { softwareGroups } from '../inventory/choices.ts'
import { softwareKinds } from '../inventory/software-name.ts'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'

export const softwareGroupSchema = z.enum(softwareGroups)
export type SoftwareGroup = z.infer<typeof softwareGroupSchema>

const firstSeen = timeSchema.meta({ description: 'Time at which it was first found on a device of the site' })
const softwareListItemSchema = z
  .object({
    id: idSchema,
    name: z.string().meta({ example: 'openssl' }),
    version: z.string().optional().meta({ description: 'Absent for a name group', example: '3.0.17' }),
    publisher: text('Debian OpenSSL Team').meta({ description: 'Empty if no source reported one' }),
    kind: z.enum(softwareKinds).meta({ description: 'update: a patch of other products, such as KB5031356' }),
    softwareGroup: softwareGroupSchema.meta({
      description:
        'Required: expected on in-scope devices; Forbidden: must not be on them; Regular: neither. A name group whose versions differ shows the strictest: Forbidden, then Required',
    }),
    installations: z.int().meta({ description: 'Number of devices that have it now' }),
    firstSeen,
  })
  .meta({ id: 'SoftwareListItem' })
export const softwareListSchema = listOf(softwareListItemSchema).meta({ id: 'SoftwareList' })
export type SoftwareListItem = z.infer<typeof softwareListItemSchema>

const lastSeen = timeSchema.meta({
  description:
    'Time at which a device with it was last seen, or at which it was removed from the last device, whichever is later',
})

const softwareVersionSchema = z
  .object({
    id: idSchema.meta({ description: 'Id of the product of this name and version' }),
    name: text('openssl').meta({ description: 'As reported' }),
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
        'Only computers with this tag are in scope; null: all computers. If the tag is deleted, no computer is in scope',
    }),
    lastSeen,
    ownGroup: softwareGroupSchema.optional().meta({
      description: 'Only for a name group: the classification last set for the group, which new versions get',
    }),
    nameId: idSchema.meta({ description: 'Name group: all versions and architectures of one product' }),
    versions: z.array(softwareVersionSchema).meta({
      description:
        'Detected versions of the name group: oldest first in the order of the reporting package manager, ties by name and id',
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
  publisher: z.string().min(1).max(2000).optional().meta({ description: 'Id as in a product', example: 'Debian' }),
  q: z.string().max(200).optional().meta({
    description:
      'Every word must occur in the product name, case-insensitive. Only the first 300 characters of a name are searched',
  }),
})
export type SoftwareQuery = z.infer<typeof softwareQuerySchema>

const publisherSchema = z
  .object({
    publisher: text('Debian OpenSSL Team'),
    products: z.int().meta({ description: 'Number of name groups of the catalog', example: 12 }),
  })
  .meta({ id: 'SoftwarePublisher' })
export const publisherListSchema = listOf(publisherSchema).meta({ id: 'SoftwarePublisherList' })
export type Publisher = z.infer<typeof publisherSchema>

const installationSchema = z
  .object({
    deviceId: idSchema,
    deviceName: text('pc-17'),
    productId: idSchema.meta({ description: 'Id of the product of the installed name and version' }),
    installedVersion: text('3.0.17'),
    installDate: timeSchema.nullable().meta({ description: 'null if the device does not report it' }),
    firstSeen: timeSchema.meta({ description: 'Time at which it was first found on the device' }),
    lastSeen: timeSchema.meta({ description: 'Time at which the software of the device was last audited' }),
  })
  .meta({ id: 'Installation' })
export const installationListSchema = listOf(installationSchema).meta({ id: 'InstallationList' })
export type Installation = z.infer<typeof installationSchema>
