import { z } from 'zod'

/** Resources of Redfish (DSP0266, DSP0268), as far as they describe the machine. A field of another type is absent. */
const text = z.string().optional().catch(undefined)
const link = z.object({ '@odata.id': z.string() }).optional().catch(undefined)

const dellRoot = z.object({ ServiceTag: text }).optional().catch(undefined)
/** iLO 5 and later, and iLO 4. */
const hpeRoot = z
  .object({ Manager: z.array(z.object({ HostName: text, ManagerFirmwareVersion: text })).max(16) })
  .optional()
  .catch(undefined)

export const rootSchema = z.object({
  RedfishVersion: z.string(),
  Vendor: text,
  Product: text,
  Systems: link,
  Managers: link,
  Oem: z.object({ Dell: dellRoot, Hpe: hpeRoot, Hp: hpeRoot }).optional().catch(undefined),
})
export type ServiceRoot = z.infer<typeof rootSchema>

export const collectionSchema = z.object({ Members: z.array(z.object({ '@odata.id': z.string() })).max(256) })

export const systemSchema = z.object({
  Manufacturer: text,
  Model: text,
  SerialNumber: text,
  /** Dell's service tag. */
  SKU: text,
  PowerState: text,
})

export const managerSchema = z.object({ FirmwareVersion: text })
