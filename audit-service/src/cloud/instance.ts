import { newId } from '@rollcall/shared/ids.ts'
import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { type Observation, type ObservationInput, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import type { CloudSource } from '@rollcall/shared/messages/task.ts'
import { optional } from '@rollcall/shared/optional.ts'

/** A virtual machine as its cloud describes it. */
export type CloudInstance = {
  provider: CloudSource['kind']
  /** Id as known in the machine; on Azure a lower-case UUID, which is also the SMBIOS UUID. */
  id: string
  biosUuid?: string
  /** Display name. */
  name?: string
  /** Host name that the cloud set in the machine, where it may have been changed. */
  hostname?: string
  /** Account, subscription or project. */
  owner: string
  region: string
  zone?: string
  state?: string
  image?: string
  network?: string
  system: Hardware['system']
  os?: NonNullable<Hardware['os']>
  processor?: NonNullable<Hardware['processors']>[number]
  disks: NonNullable<Hardware['disks']>
  interfaces: CloudInterface[]
  tags: Record<string, string>
  /** The API call, as evidence. */
  source: string
}

export type CloudInterface = { name: string; macAddress?: string; addresses: string[]; publicAddresses: string[] }

/** Within the limits of every cloud. */
const tagsMax = 64
/** Limits of `snapshotDataSchema`. */
const keyLengthMax = 64

/**
 * Returns the observation of an instance. It has the depth `discovery` although it leaves a snapshot: a cloud does not
 * know the content of a machine and must never hide data read by an agent, SNMP or SSH. Throws a ZodError for invalid
 * values.
 */
export function observationOf(instance: CloudInstance, at: Date): Observation {
  const { provider, id, biosUuid, name, hostname, system, os, processor, disks, interfaces } = instance
  const ipAddresses = interfaces.flatMap((each) => [...each.addresses, ...each.publicAddresses])
  const [ipAddress] = ipAddresses
  const [macAddress] = interfaces.flatMap((each) => each.macAddress ?? [])
  const observation: ObservationInput = {
    schemaVersion: 1,
    id: newId(),
    source: 'Service',
    observedAt: at.toISOString(),
    type: 'virtual-machine',
    name: name ?? hostname ?? id,
    identity: {
      cloudInstanceId: id,
      listed: true,
      ...optional({ biosUuid }),
      macAddresses: interfaces.flatMap((each) => each.macAddress ?? []),
      ipAddresses,
    },
    hardware: {
      system,
      ...optional({ os, processors: processor && [processor] }),
      ...(disks.length === 0 ? {} : { disks }),
    },
    network: {
      ...optional({ hostname, ipAddress, macAddress }),
      interfaces: interfaces.map(interfaceOf),
    },
    customFields: customFieldsOf(instance),
    depth: 'discovery',
    evidence: evidenceOf(instance),
    probes: [{ probe: provider, outcome: 'ok' }],
  }
  return observationSchema.parse(observation)
}

/** Returns the interface without its public address, which the cloud translates and the interface does not have. */
const interfaceOf = ({ name, macAddress, addresses }: CloudInterface) => ({
  name,
  ...optional({ macAddress }),
  addresses: addresses.map((address) => ({ address })),
})

function customFieldsOf(instance: CloudInstance): Record<string, string> {
  const { provider, owner, region, zone, state, image, network, interfaces, tags } = instance
  const publicAddresses = interfaces.flatMap((each) => each.publicAddresses).join(' ')
  const facts = {
    provider,
    owner,
    region,
    zone,
    state,
    image,
    network,
    publicAddresses: publicAddresses || undefined,
  }
  const fields = Object.entries(facts).map(([key, value]) => [`cloud.${key}`, value] as const)
  const tagged = Object.entries(tags)
    .slice(0, tagsMax)
    .map(([key, value]) => [`tag.${key}`.slice(0, keyLengthMax), value] as const)
  return Object.fromEntries([...fields, ...tagged].filter((field): field is [string, string] => field[1] !== undefined))
}

function evidenceOf({ system, os, image, source }: CloudInstance): NonNullable<ObservationInput['evidence']> {
  const values = {
    'system.manufacturer': system.manufacturer,
    'system.model': system.model,
    'os.name': os?.name,
    image,
  }
  return Object.entries(values).flatMap(([field, value]) => (value === undefined ? [] : [{ field, value, source }]))
}
