import { type Host, readValue } from '../../platform/host.ts'
import type { IdentityPart } from '../parts.ts'
import type { Source } from '../source.ts'

/** machine-id(5), or the file of D-Bus on a system without systemd. */
const paths = ['/etc/machine-id', '/var/lib/dbus/machine-id']

export const machineId: Source<IdentityPart> = {
  name: 'machine-id',
  reads: [],
  isAvailable: async (host) => (await read(host)) !== undefined,
  collect: async (host) => ({ machineId: await read(host) }),
}

async function read(host: Host): Promise<string | undefined> {
  for (const path of paths) {
    const id = parseMachineId((await readValue(host, path)) ?? '')
    if (id !== undefined) return id
  }
  return undefined
}

/** Parses a machine id; undefined before the first boot has set it (`uninitialized`). */
const parseMachineId = (text: string): string | undefined => /^[0-9a-f]{32}$/.exec(text.toLowerCase())?.[0]
