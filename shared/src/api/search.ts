import { z } from 'zod'
import { idSchema, listOf, text, timeSchema } from './common.ts'
import { deviceListItemSchema } from './device.ts'
import { identifierKindSchema } from './device-history.ts'

const connectedMac = text('00:1b:21:3c:9d:f8').nullable().meta({ description: 'null if only the device is known' })

/** The port of a switch at which a device or a MAC is. */
const connectionSchema = z
  .object({
    switch: z
      .object({ id: idSchema, name: text('access-1-2') })
      .nullable()
      .meta({ description: 'null if the switch is no device of the inventory' }),
    switchName: text('access-1-2')
      .nullable()
      .meta({ description: 'Name of the switch; null for one that is inferred from the devices behind it' }),
    port: text('Gi1/0/6').nullable().meta({ description: 'null if it is unknown' }),
    vlan: z.int().nullable().meta({ example: 10 }),
    macAddress: connectedMac,
    auditDate: timeSchema.nullable().meta({ description: 'Last audit of the switch' }),
  })
  .meta({ id: 'Connection' })
export type Connection = z.infer<typeof connectionSchema>
export const connectionListSchema = listOf(connectionSchema).meta({ id: 'ConnectionList' })

const foundDeviceSchema = deviceListItemSchema
  .pick({ id: true, name: true, type: true, ipAddress: true, macAddress: true, serialNumber: true })
  .meta({ id: 'FoundDevice' })

/** Kind and text of the value that a search has found. */
const matchedSchema = z
  .object({ kind: z.enum([...identifierKindSchema.options, 'user']), value: text('ada') })
  .meta({ id: 'SearchMatch' })
export type SearchMatch = z.infer<typeof matchedSchema>

const searchResultSchema = z
  .object({
    kind: z.enum(['device', 'port', 'mac']).meta({
      description:
        '`device`: a device; `port`: a port of a switch; `mac`: a MAC address at a port of a switch, of no device',
    }),
    device: foundDeviceSchema.nullable().meta({ description: 'The device, or the switch of a port. null for a MAC' }),
    matched: matchedSchema
      .nullable()
      .meta({ description: 'The value that was found, if it is not among the fields of the device' }),
    port: z
      .object({ name: text('Gi1/0/6'), alias: text('Printer room').nullable() })
      .nullable()
      .meta({ description: 'The port, for the kind `port`' }),
    macAddress: text('00:1b:21:3c:9d:f8').nullable().meta({ description: 'The MAC address, for the kind `mac`' }),
    connection: connectionSchema
      .nullable()
      .meta({ description: 'Where the device or the MAC is connected; the first one, if it is at several ports' }),
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.infer<typeof searchResultSchema>
export const searchResultListSchema = z
  .object({
    items: z.array(searchResultSchema),
    devices: z.int().meta({ example: 1, description: 'Number of devices that `GET /api/v1/devices?q=` finds' }),
  })
  .meta({ id: 'SearchResultList' })
export type SearchResultList = z.infer<typeof searchResultListSchema>

export const searchQuerySchema = z.strictObject({
  q: z.string().min(1).max(200).meta({
    description:
      'Name, DNS name, MAC address in any notation or a part of it, IP address, serial number, asset tag, signed-in user, or name or alias of a switch port',
    example: 'aabb.ccdd.ee01',
  }),
  limit: z
    .string()
    .regex(/^\d{1,2}$/, 'a whole number')
    .transform(Number)
    .pipe(z.number().min(1, 'from 1 to 50').max(50, 'from 1 to 50'))
    .default(10)
    .meta({ type: 'integer', minimum: 1, maximum: 50, default: 10, description: 'Number of items' }),
})
export type SearchQuery = z.infer<typeof searchQuerySchema>
