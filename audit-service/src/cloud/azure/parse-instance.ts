import { normaliseIp, normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { z } from 'zod'
import type { CloudInstance, CloudInterface } from '../instance.ts'

const text = z.string().optional()
const reference = z.object({ id: z.string() })

export const publicAddressSchema = z.object({
  id: z.string(),
  properties: z.object({ ipAddress: text }),
})

export const networkInterfaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  properties: z.object({
    macAddress: text,
    ipConfigurations: z
      .array(
        z.object({
          properties: z.object({
            privateIPAddress: text,
            publicIPAddress: reference.optional(),
            subnet: reference.optional(),
          }),
        }),
      )
      .max(256)
      .default([]),
  }),
})

/** A resource of type Microsoft.Compute/virtualMachines. */
const machineSchema = z.object({
  name: z.string(),
  location: z.string(),
  zones: z.array(z.string()).optional(),
  tags: z.record(z.string(), z.string()).default({}),
  properties: z.object({
    vmId: z.uuid(),
    provisioningState: text,
    hardwareProfile: z.object({ vmSize: text }).optional(),
    osProfile: z.object({ computerName: text }).optional(),
    storageProfile: z
      .object({
        imageReference: z.object({ publisher: text, offer: text, sku: text, exactVersion: text, id: text }).optional(),
        osDisk: z.object({ name: text, osType: text, diskSizeGB: z.number().optional() }).optional(),
        dataDisks: z.array(z.object({ name: text, diskSizeGB: z.number().optional() })).default([]),
      })
      .optional(),
    networkProfile: z.object({ networkInterfaces: z.array(reference).max(64).default([]) }).optional(),
  }),
})
type Storage = NonNullable<z.infer<typeof machineSchema>['properties']['storageProfile']>

type Joined = {
  interfaces: ReadonlyMap<string, z.infer<typeof networkInterfaceSchema>>
  publicAddresses: ReadonlyMap<string, z.infer<typeof publicAddressSchema>>
}

/** Normalizes a resource id, which is case-insensitive. */
export const keyOf = (id: string): string => id.toLowerCase()

/** Parses a virtual machine. Throws a ZodError for another structure. */
export function parseAzureInstance(item: unknown, owner: string, joined: Joined): CloudInstance {
  const { name, location, zones, tags, properties } = machineSchema.parse(item)
  const { hardwareProfile, osProfile, storageProfile, networkProfile } = properties
  const found = (networkProfile?.networkInterfaces ?? []).flatMap(({ id }) => joined.interfaces.get(keyOf(id)) ?? [])
  const subnets = found.flatMap((each) =>
    each.properties.ipConfigurations.map(({ properties }) => properties.subnet?.id),
  )
  const id = properties.vmId.toLowerCase()
  return {
    provider: 'azure',
    id,
    // SMBIOS in the machine reports the same UUID.
    biosUuid: id,
    name,
    ...optional({ hostname: osProfile?.computerName }),
    owner,
    region: location,
    ...optional({
      zone: zones?.[0],
      state: properties.provisioningState,
      image: imageOf(storageProfile),
      network: subnets[0]?.split('/virtualNetworks/')[1]?.split('/')[0],
    }),
    system: { manufacturer: 'Microsoft Corporation', ...optional({ model: hardwareProfile?.vmSize }) },
    ...optional({
      os: storageProfile?.osDisk?.osType === undefined ? undefined : { name: storageProfile.osDisk.osType },
    }),
    disks: disksOf(storageProfile),
    interfaces: found.map((each) => parseInterface(each, joined)),
    tags,
    source: 'Azure Microsoft.Compute/virtualMachines',
  }
}

function imageOf(storage: Storage | undefined): string | undefined {
  const { publisher, offer, sku, exactVersion, id } = storage?.imageReference ?? {}
  const parts = [publisher, offer, sku, exactVersion].filter((part) => part !== undefined)
  return parts.length === 0 ? id : parts.join(':')
}

const bytesPerGiB = 2 ** 30

const disksOf = (storage: Storage | undefined): CloudInstance['disks'] =>
  [storage?.osDisk, ...(storage?.dataDisks ?? [])].flatMap((disk) =>
    disk?.name === undefined
      ? []
      : [
          {
            name: disk.name,
            kind: 'virtual' as const,
            ...optional({ sizeBytes: disk.diskSizeGB && disk.diskSizeGB * bytesPerGiB }),
          },
        ],
  )

function parseInterface({ name, properties }: z.infer<typeof networkInterfaceSchema>, joined: Joined): CloudInterface {
  const configurations = properties.ipConfigurations.map((each) => each.properties)
  const publicAddresses = configurations.map(({ publicIPAddress }) =>
    publicIPAddress ? joined.publicAddresses.get(keyOf(publicIPAddress.id))?.properties.ipAddress : undefined,
  )
  return {
    name,
    ...optional({ macAddress: normaliseMac(properties.macAddress ?? '') }),
    addresses: configurations.flatMap(({ privateIPAddress }) => normaliseIp(privateIPAddress ?? '') ?? []),
    publicAddresses: publicAddresses.flatMap((address) => normaliseIp(address ?? '') ?? []),
  }
}
