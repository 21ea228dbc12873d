import { z } from 'zod'
import { idSchema, timeSchema } from './common.ts'
import { quotaSchema, workloadSchema } from './site-settings.ts'

/** Calls of the site's app registrations against its monthly quota. */
export const usageSchema = quotaSchema
  .extend({
    transactions: z.int().meta({ description: 'Calls since periodStart, including this one' }),
    remaining: z
      .int()
      .nullable()
      .meta({ description: 'Remaining calls; null if monthlyTransactions is 0 (unlimited)' }),
    periodStart: timeSchema.meta({ description: 'Time of the last recharge' }),
    periodEnd: timeSchema.meta({ description: 'Time of the next recharge' }),
    workload: workloadSchema,
    registrations: z
      .array(z.object({ registrationId: idSchema, transactions: z.int() }))
      .optional()
      .meta({ description: 'For Administrators: the 100 App registrations with the most calls' }),
  })
  .meta({
    id: 'Usage',
    example: {
      transactions: 12_480,
      monthlyTransactions: 100_000,
      remaining: 87_520,
      rechargeDay: 1,
      timeZone: 'Europe/Berlin',
      periodStart: '2026-10-31T23:00:00.000Z',
      periodEnd: '2026-11-30T23:00:00.000Z',
      workload: { perSecond: 20, perMinute: 0 },
    },
  })
export type Usage = z.infer<typeof usageSchema>
