import { z } from 'zod'

/** Whether the API is closed for maintenance; read and set by commands on the collector's machine. */
export const maintenanceSchema = z.strictObject({ on: z.boolean() })
