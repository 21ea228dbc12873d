import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { z } from 'zod'
import type { CloudInstance } from '../instance.ts'

const text = z.string().optional()

/** An `Instance` of Compute Engine v1. */
const instanceSchema = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  name: z.string(),
  hostname: text,
  status: text,
  zone: z.string(),
  machineType: text,
  cpuPlatform: text,
  labels: z.record(z.string(), z.string()).default({}),
  networkInterfaces: z
    .array(
      z.object({
        name: z.string().default('nic0'),
        network: text,
        networkIP: text,
        ipv6Address: text,
        accessConfigs: z.array(z.object({ natIP: text })).default([]),
      }),
    )
    .max(64)
    .default([]),
  disks: z
    .array(z.object({ deviceName: text, diskSizeGb: text, licenses: z.array(z.string()).default([]) }))
    .max(256)
    .default([]),
})

/** Fields requested from the list. Metadata is left out because it contains scripts and keys. */
export const instanceFields =
  'id,name,hostname,status,zone,machineType,cpuPlatform,labels,' +
  'networkInterfaces(name,network,networkIP,ipv6Address,accessConfigs/natIP),disks(deviceName,diskSizeGb,licenses)'

const bytesPerGiB = 2 ** 30

/**
 * Parses an instance. Throws a ZodError for another structure. TERMINATED instances are stopped and can be started
 * again; deleted ones are not listed.
 */
export function parseGoogleInstance(item: unknown, owner: string): CloudInstance {
  const { id, name, hostname, status, labels, disks, networkInterfaces, ...instance } = instanceSchema.parse(item)
  const zone = lastOf(instance.zone)
  const licenses = disks.flatMap((disk) => disk.licenses.map(lastOf))
  return {
    provider: 'google-cloud',
    id,
    name,
    ...optional({ hostname }),
    owner,
    region: zone.replace(/-[a-z]+$/, ''),
    zone,
    ...optional({
      state: status?.toLowerCase(),
      image: licenses.length === 0 ? undefined : licenses.join(' '),
      network: networkInterfaces[0]?.network === undefined ? undefined : lastOf(networkInterfaces[0].network),
    }),
    system: {
      manufacturer: 'Google',
      ...optional({ model: instance.machineType === undefined ? undefined : lastOf(instance.machineType) }),
    },
    ...optional({ processor: instance.cpuPlatform === undefined ? undefined : { model: instance.cpuPlatform } }),
    disks: disks.map((disk, index) => ({
      name: disk.deviceName ?? `disk ${index}`,
      kind: 'virtual' as const,
      ...optional({
        sizeBytes: /^\d{1,6}$/.test(disk.diskSizeGb ?? '') ? Number(disk.diskSizeGb) * bytesPerGiB : undefined,
      }),
    })),
    interfaces: networkInterfaces.map((each) => ({
      name: each.name,
      addresses: [each.networkIP, each.ipv6Address].flatMap((address) => normaliseIp(address ?? '') ?? []),
      publicAddresses: each.accessConfigs.flatMap(({ natIP }) => normaliseIp(natIP ?? '') ?? []),
    })),
    tags: labels,
    source: 'Compute Engine instances.aggregatedList',
  }
}

/** Returns the last segment of a resource URL, its name. */
const lastOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)
