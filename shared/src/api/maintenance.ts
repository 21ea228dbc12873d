import { z } from 'zod'

/** Maintenance mode, in which the API is closed. Commands on the collector's machine read and set it. */
export const maintenanceSchema = z.strictObject({ on: z.boolean() })
