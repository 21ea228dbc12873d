import { z } from 'zod'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { lineSchema, nameSchema } from './line.ts'
import { patchScanOptionsSchema, scanOptionsSchema } from './scan-options.ts'

const segmentTypes = ['address-list', 'ip-range', 'active-directory', 'aws', 'azure', 'google-cloud'] as const
const segmentTypeSchema = z.enum(segmentTypes)
export type SegmentType = z.infer<typeof segmentTypeSchema>

/**
 * Accepts an empty filter or a bracketed filter of RFC 4515, which writes a bracket in a value as \28 or \29. The
 * directory server checks the rest.
 */
function isFilter(written: string): boolean {
  const chars = [...written.trim()]
  let depth = 0
  for (const [index, char] of chars.entries()) {
    if (char === '(') depth++
    if (char === ')') depth--
    if (depth < 1 && index < chars.length - 1) return false
  }
  return depth === 0
}

const directoryFields = {
  url: z
    .string()
    .max(500)
    .refine(
      (url) => /^ldaps?:\/\/[^\s/?#@]+\/?$/.test(url) && URL.canParse(url),
      'must be an ldaps:// address, or ldap:// for StartTLS: a host, perhaps with a port, and no more',
    )
    .meta({
      description: 'ldaps://, or ldap:// for StartTLS: nothing is sent before the connection is encrypted',
      example: 'ldaps://dc1.example.org',
    }),
  baseDn: lineSchema(500)
    .regex(/^\s*[\w.-]+\s*=[^=]/, 'must be a distinguished name, such as dc=example,dc=org')
    .meta({ description: 'Base DN of the computers (RFC 4514)', example: 'dc=example,dc=org' }),
  filter: z
    .string()
    .max(2000)
    .refine(isFilter, 'must be one filter in brackets, such as (operatingSystem=Windows*)')
    .meta({
      description: 'Filter (RFC 4515) for computers that are not disabled',
      example: '(operatingSystem=Windows*)',
    }),
  caCertificate: z
    .string()
    .max(65_536)
    .regex(/^\s*-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*$/, 'not a certificate in PEM form')
    .meta({
      description:
        'The only CA trusted for the server of the directory; default: the CAs that the machine of the Audit Service trusts',
      example: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----',
    }),
}
export const directorySchema = z.strictObject({
  ...directoryFields,
  filter: directoryFields.filter.optional(),
  caCertificate: directoryFields.caCertificate.optional(),
})
export type DirectoryAddress = z.infer<typeof directorySchema>

/** A name that becomes part of the cloud API's URL. */
const cloudNameSchema = z
  .string()
  .max(200)
  .regex(/^[\w.:-]+$/, 'must be letters, digits and any of . : _ -')
  .meta({ example: '123456789012' })
export const regionSchema = z
  .string()
  .max(64)
  .regex(/^[a-z\d]+(-[a-z\d]+)*$/, 'must be the name of a region, such as eu-central-1')
const regionsSchema = z
  .array(regionSchema)
  .max(64)
  .meta({ description: 'Only these regions; empty: all regions that the account may use', example: ['eu-central-1'] })
const cloudSchema = z.strictObject({
  account: cloudNameSchema.optional(),
  subscription: cloudNameSchema.optional(),
  project: cloudNameSchema.optional(),
  regions: regionsSchema.default([]),
})

const exampleAddresses = ['10.20.0.0/24', '10.20.4.1-10.20.4.99']

/** Addresses of a segment that its list item shows. */
const rangesShownMax = 3

const lastResultSchema = z
  .object({
    taskId: idSchema,
    status: z.enum(['Success', 'Failed', 'Expired']),
    finishedAt: timeSchema.nullable(),
    error: text('No Audit Service took it in time.').nullable(),
    addressesTotal: z.int().meta({ example: 254 }),
    ...{ hostsFound: z.int(), audited: z.int(), notAudited: z.int(), failed: z.int() },
  })
  .meta({ id: 'SegmentLastResult' })
export type SegmentLastResult = z.infer<typeof lastResultSchema>

const segmentListItemSchema = z
  .object({
    id: idSchema,
    name: text('Head office'),
    type: segmentTypeSchema,
    auditServiceId: idSchema.nullable().meta({ description: 'null: the No service state' }),
    autoTagId: idSchema.nullable(),
    scanScheduleId: idSchema.nullable(),
    auditScheduleId: idSchema.nullable(),
    credentialIds: z.array(idSchema),
    ranges: z
      .object({
        first: z.array(z.string()).meta({ example: exampleAddresses, description: `At most ${rangesShownMax}` }),
        total: z.int().meta({ example: 2 }),
      })
      .meta({ description: 'Its addresses; a directory or a cloud has none' }),
    source: text('ldaps://dc1.example.org')
      .nullable()
      .meta({ description: 'Address of the directory, or cloud account' }),
    deviceCount: z.int(),
    lastScan: timeSchema.nullable(),
    lastResult: lastResultSchema
      .nullable()
      .meta({ description: 'Result of the last scan that ended; cancelled ones excluded' }),
  })
  .meta({ id: 'SegmentListItem' })
export const segmentListSchema = listOf(segmentListItemSchema).meta({ id: 'SegmentList' })
export type SegmentListItem = z.infer<typeof segmentListItemSchema>

export const segmentSchema = segmentListItemSchema
  .omit({ ranges: true, source: true, deviceCount: true, lastScan: true, lastResult: true })
  .extend({
    addresses: z.array(z.string()).meta({ example: exampleAddresses }),
    scanOptions: scanOptionsSchema,
    directory: directorySchema.nullable(),
    cloud: cloudSchema.nullable(),
  })
  .meta({ id: 'Segment' })
export type Segment = z.infer<typeof segmentSchema>

const addressesSchema = z.array(z.string().min(1).max(300)).max(10_000).meta({ example: exampleAddresses })
const credentialIdsSchema = z.array(idSchema).max(64).meta({
  description: 'Host credentials are tried in this order. A directory or a cloud uses the first one of its kind.',
})

export const createSegmentSchema = z
  .strictObject({
    name: nameSchema.meta({ example: 'Head office' }),
    type: segmentTypeSchema,
    auditServiceId: idSchema.nullable().optional(),
    addresses: addressesSchema.optional(),
    credentialIds: credentialIdsSchema.optional(),
    autoTagId: idSchema.nullable().optional(),
    scanScheduleId: idSchema.nullable().optional(),
    auditScheduleId: idSchema.nullable().optional(),
    scanOptions: scanOptionsSchema.optional(),
    directory: directorySchema.optional(),
    cloud: cloudSchema.optional(),
  })
  .meta({
    id: 'CreateSegment',
    example: {
      name: 'Head office',
      type: 'ip-range',
      auditServiceId: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90',
      addresses: ['10.20.0.0/24', '10.20.4.1-10.20.4.99'],
    },
  })
export type CreateSegment = z.infer<typeof createSegmentSchema>

/** JSON merge patch (RFC 7396): absent fields stay, arrays are replaced as a whole. The type cannot be changed. */
export const patchSegmentSchema = z
  .strictObject({
    name: nameSchema.meta({ example: 'Head office' }),
    auditServiceId: idSchema.nullable().meta({ description: 'null: the No service state' }),
    addresses: addressesSchema,
    credentialIds: credentialIdsSchema,
    autoTagId: idSchema.nullable(),
    scanScheduleId: idSchema.nullable(),
    auditScheduleId: idSchema.nullable(),
    scanOptions: patchScanOptionsSchema,
    directory: z
      .strictObject({
        ...directoryFields,
        filter: directoryFields.filter.nullable(),
        caCertificate: directoryFields.caCertificate.nullable(),
      })
      .partial(),
    cloud: z
      .strictObject({
        account: cloudNameSchema,
        subscription: cloudNameSchema,
        project: cloudNameSchema,
        regions: regionsSchema,
      })
      .partial(),
  })
  .partial()
  .meta({ id: 'PatchSegment', example: { addresses: ['10.20.0.0/23'], scanOptions: { maxPacketsPerSecond: 500 } } })
export type PatchSegment = z.infer<typeof patchSegmentSchema>

export const segmentQuerySchema = pageQuerySchema.extend({
  type: segmentTypeSchema.optional(),
  auditServiceId: idSchema.optional(),
})
export type SegmentQuery = z.infer<typeof segmentQuerySchema>

export const scanRequestSchema = z
  .strictObject({
    audit: z.boolean().default(false).meta({
      description:
        'Audits newly discovered devices after the scan. The scan itself audits every host that it can read. If true, an audit task follows for new devices that the scan could not read, unless the segment is pingOnly or has no credential.',
    }),
  })
  .meta({ id: 'ScanRequest' })
export type ScanRequest = z.infer<typeof scanRequestSchema>
