import { type Host, readUpTo, readValue } from '../../../platform/host.ts'
import type { HardwarePart, SecurityPart } from '../../parts.ts'
import type { Source } from '../../source.ts'

const profilesBytesMax = 4 * 1024 * 1024

/** Reads the mode of SELinux or AppArmor. */
export const accessControl: Source<HardwarePart> = {
  name: 'access-control',
  reads: ['security.accessControl'],
  isAvailable: async () => true,
  collect: async (host) => ({ security: { accessControl: (await readSelinux(host)) ?? (await readApparmor(host)) } }),
}

type AccessControl = SecurityPart['accessControl']

async function readSelinux(host: Host): Promise<AccessControl> {
  const [enforce, config] = await Promise.all([
    readValue(host, '/sys/fs/selinux/enforce'),
    readValue(host, '/etc/selinux/config'),
  ])
  if (enforce === '1') return { name: 'selinux', mode: 'enforcing' }
  if (enforce === '0') return { name: 'selinux', mode: 'permissive' }
  // Installed, but off: by its file or by the kernel's command line.
  const isInUse = config !== undefined && /^\s*SELINUX=(enforcing|permissive|disabled)\s*$/m.test(config)
  return isInUse && (await readValue(host, apparmorEnabled)) !== 'Y' ? { name: 'selinux', mode: 'disabled' } : undefined
}

const apparmorEnabled = '/sys/module/apparmor/parameters/enabled'

async function readApparmor(host: Host): Promise<AccessControl> {
  const enabled = await readValue(host, apparmorEnabled)
  if (enabled === undefined) return undefined
  if (enabled !== 'Y') return { name: 'apparmor', mode: 'disabled' }
  // Only root may read the profiles: `/usr/sbin/cupsd (enforce)`.
  const profiles = await readUpTo(host, '/sys/kernel/security/apparmor/profiles', profilesBytesMax)
  if (profiles === undefined) return { name: 'apparmor', mode: 'enabled' }
  if (/ \((enforce|kill)\)$/m.test(profiles)) return { name: 'apparmor', mode: 'enforce' }
  return { name: 'apparmor', mode: / \(complain\)$/m.test(profiles) ? 'complain' : 'no profiles' }
}
