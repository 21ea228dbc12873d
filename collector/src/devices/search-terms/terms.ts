import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { NetworkLinks } from '../neighbors/announced-neighbors.ts'

/** A value by which a search finds a device, with all texts that find it. */
export type Term = { value: string; alias: string | null; texts: readonly string[] }

/** All terms of one kind that a device has. */
export type DeviceTerms = { deviceId: string; kind: 'port' | 'user'; terms: readonly Term[] }

/** More ports than a stack of eight switches has. */
const portsMax = 1_000
/** A terminal server has more people than a search needs. */
const usersMax = 50

/** Ports of a network device: by name, alias and the long form of the name. */
const portTerms = ({ interfaces = [] }: NetworkLinks): Term[] =>
  interfaces.slice(0, portsMax).map(({ name, alias, description }) => ({
    value: name,
    alias: alias ?? null,
    texts: [name, alias, description].filter((text) => text !== undefined),
  }))

/** People who were signed in when the device was audited. */
const userTerms = ({ accounts = [] }: Partial<Hardware>): Term[] =>
  accounts
    .filter(({ isSignedIn }) => isSignedIn)
    .slice(0, usersMax)
    .map(({ name, fullName }) => ({
      value: name,
      alias: fullName ?? null,
      texts: [name, fullName].filter((text) => text !== undefined),
    }))

/**
 * Terms of a device by the hashes of its sections; null for one that was never read, undefined for one that is not
 * asked for. `contents` has the sections.
 */
export function termsOfSections(
  { id: deviceId, type }: { id: string; type: DeviceType },
  { hardware, network }: { hardware?: string | null | undefined; network?: string | null | undefined },
  contents: ReadonlyMap<string, unknown>,
): DeviceTerms[] {
  const read = <T>(hash: string | null) => (contents.get(hash ?? '') ?? {}) as Partial<T>
  const ports = (hash: string | null) => (type === 'network-device' ? portTerms(read<NetworkLinks>(hash)) : [])
  return [
    ...(hardware === undefined
      ? []
      : [{ deviceId, kind: 'user' as const, terms: userTerms(read<Hardware>(hardware)) }]),
    ...(network === undefined ? [] : [{ deviceId, kind: 'port' as const, terms: ports(network) }]),
  ]
}
