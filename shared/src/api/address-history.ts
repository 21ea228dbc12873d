import { z } from 'zod'
import { deviceTypeSchema } from '../inventory/device-type.ts'
import { ipAddressSchema } from '../inventory/primitives.ts'
import { idSchema, listOf, pageQuerySchema, text, timeQuerySchema, timeSchema } from './common.ts'

const addressPeriodSchema = z
  .object({
    deviceId: idSchema,
    deviceName: text('pc-17').meta({ description: 'Name in that period, the latest one' }),
    type: deviceTypeSchema,
    from: timeSchema,
    until: timeSchema.nullable().meta({
      description:
        'End of the period: another device took the address, or this device got another one, was archived or deleted. null: it still has the address',
    }),
    lastSeen: timeSchema.nullable().meta({
      description: 'Last observation of the device with this address in the period; null if it is no longer stored',
    }),
    isMain: z.boolean().meta({
      description: 'The list of devices showed this address; false: it was a further address of the device',
    }),
    isDeleted: z.boolean().meta({ description: 'The device is no longer in the inventory' }),
  })
  .meta({ id: 'AddressPeriod' })
export type AddressPeriod = z.infer<typeof addressPeriodSchema>
export const addressPeriodListSchema = listOf(addressPeriodSchema).meta({ id: 'AddressPeriodList' })

export const addressQuerySchema = pageQuerySchema.extend({
  address: ipAddressSchema.meta({ type: 'string', example: '10.20.30.40', description: 'IPv4 or IPv6 address' }),
  at: timeQuerySchema.optional().meta({ description: 'Only devices that had the address at this time' }),
  from: timeQuerySchema.optional().meta({ description: 'Only periods that end after this time' }),
  to: timeQuerySchema.optional().meta({ description: 'Only periods that begin at this time or before' }),
})
export type AddressQuery = z.infer<typeof addressQuerySchema>
