import { cleanText, normaliseIp, normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { z } from 'zod'
import type { CloudInstance, CloudInterface } from '../instance.ts'
import { setOf } from './query.ts'

const text = z.string().optional()

const networkInterfaceSchema = z.object({
  networkInterfaceId: z.string(),
  macAddress: text,
  privateIpAddressesSet: setOf(
    z.object({ privateIpAddress: text, association: z.object({ publicIp: text }).optional().catch(undefined) }),
  ),
  ipv6AddressesSet: setOf(z.object({ ipv6Address: text })),
})

/** An `Instance` from DescribeInstances of EC2 (version 2016-11-15). */
const instanceSchema = z.object({
  instanceId: z.string().regex(/^i-[0-9a-f]{8,17}$/),
  instanceState: z.object({ name: z.string() }),
  instanceType: text,
  imageId: text,
  privateDnsName: text,
  vpcId: text,
  architecture: text,
  platformDetails: text,
  placement: z.object({ availabilityZone: text }).optional().catch(undefined),
  cpuOptions: z.object({ coreCount: text, threadsPerCore: text }).optional().catch(undefined),
  networkInterfaceSet: setOf(networkInterfaceSchema),
  blockDeviceMapping: setOf(
    z.object({ deviceName: text, ebs: z.object({ volumeId: text }).optional().catch(undefined) }),
  ),
  tagSet: setOf(z.object({ key: z.string(), value: z.string() })),
})

/** `terminated` instances are deleted, and only listed for an hour; `stopped` ones can be started again. */
const terminatedStates = ['shutting-down', 'terminated']

/** Parses an instance; undefined if it is terminated. Throws a ZodError for another structure. */
export function parseAwsInstance(item: unknown, owner: string, region: string): CloudInstance | undefined {
  const instance = instanceSchema.parse(item)
  if (terminatedStates.includes(instance.instanceState.name)) return undefined
  const tags = Object.fromEntries(instance.tagSet.map(({ key, value }) => [key, value]))
  const name = cleanText(tags['Name'] ?? '', 256)
  const cores = Number(instance.cpuOptions?.coreCount)
  const threads = cores * Number(instance.cpuOptions?.threadsPerCore)
  return {
    provider: 'aws',
    id: instance.instanceId,
    ...(name === '' ? {} : { name }),
    ...optional({ hostname: instance.privateDnsName }),
    owner,
    region,
    ...optional({ zone: instance.placement?.availabilityZone }),
    state: instance.instanceState.name,
    ...optional({ image: instance.imageId, network: instance.vpcId }),
    system: {
      manufacturer: 'Amazon EC2',
      ...optional({ model: instance.instanceType }),
    },
    os: {
      ...optional({ name: instance.platformDetails, architecture: instance.architecture }),
    },
    ...(Number.isSafeInteger(threads) && threads > 0 ? { processor: { cores, threads } } : {}),
    disks: instance.blockDeviceMapping.flatMap(({ deviceName, ebs }) =>
      deviceName ? [{ name: deviceName, kind: 'virtual' as const, ...optional({ serialNumber: ebs?.volumeId }) }] : [],
    ),
    interfaces: instance.networkInterfaceSet.map(parseInterface),
    tags,
    source: 'Amazon EC2 DescribeInstances',
  }
}

function parseInterface(found: z.infer<typeof networkInterfaceSchema>): CloudInterface {
  const ofVersion4 = found.privateIpAddressesSet
  return {
    name: found.networkInterfaceId,
    ...optional({ macAddress: normaliseMac(found.macAddress ?? '') }),
    addresses: [
      ...ofVersion4.map(({ privateIpAddress }) => privateIpAddress),
      ...found.ipv6AddressesSet.map(({ ipv6Address }) => ipv6Address),
    ].flatMap((address) => normaliseIp(address ?? '') ?? []),
    publicAddresses: ofVersion4.flatMap(({ association }) => normaliseIp(association?.publicIp ?? '') ?? []),
  }
}
