import { type Host, readValue } from '../../../platform/host.ts'
import type { Firewall, HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { activeUnits } from './active-units.ts'

/** Reads the programs that manage the packet filter, whether they have it switched on. */
export const firewalls: Source<HardwarePart> = {
  name: 'firewalls',
  reads: ['security.firewalls'],
  isAvailable: async () => true,
  collect: async (host) => {
    const found = await managers(host)
    return found.length > 0 ? { security: { firewalls: found } } : {}
  },
}

/** Programs that switch their own rules on and off. */
export async function managers(host: Host): Promise<Firewall[]> {
  const [ufw, firewalldFiles, units] = await Promise.all([
    readValue(host, '/etc/ufw/ufw.conf'),
    host.listFolder('/usr/lib/firewalld'),
    activeUnits(host),
  ])
  const ufwState = /^\s*ENABLED=["']?(yes|no)\b/im.exec(ufw ?? '')?.[1]?.toLowerCase()
  const found: Firewall[] = []
  if (ufwState !== undefined) found.push({ name: 'ufw', state: ufwState === 'yes' ? 'on' : 'off' })
  if (firewalldFiles.length > 0 && units)
    found.push({ name: 'firewalld', state: units.has('firewalld') ? 'on' : 'off' })
  return found
}
