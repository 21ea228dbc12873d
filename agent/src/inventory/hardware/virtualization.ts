import { type Host, type RunOutput, readValue } from '../../platform/host.ts'
import type { Source } from '../source.ts'
import type { HardwarePart } from './part.ts'

/** Whether the system is a guest, and of what, in the words of systemd-detect-virt(1): `kvm`, `vmware`, `docker`, … */
export const virtualization: Source<HardwarePart> = {
  name: 'virtualization',
  isAvailable: async () => true,
  collect: async (host) => {
    const kind = (await host.hasProgram('systemd-detect-virt'))
      ? parseDetectVirt(await host.run('systemd-detect-virt', [], { timeoutMs: 5_000, outputBytesMax: 4096 }))
      : await detect(host)
    return { system: { virtualization: kind } }
  },
}

/** Undefined on hardware: the program prints `none` and ends with 1 then. */
export function parseDetectVirt({ stdout }: Pick<RunOutput, 'stdout'>): string | undefined {
  const [word = ''] = stdout.trim().split(/\s/)
  return word === '' || word === 'none' ? undefined : word
}

async function detect(host: Host): Promise<string | undefined> {
  const root = await host.listFolder('/')
  return guestKind({
    containerManager: await readValue(host, '/run/systemd/container'),
    hasDockerMark: root.includes('.dockerenv'),
    hasPodmanMark: (await host.listFolder('/run')).includes('.containerenv'),
    vendor: await readValue(host, '/sys/class/dmi/id/sys_vendor'),
    product: await readValue(host, '/sys/class/dmi/id/product_name'),
    xen: await readValue(host, '/sys/hypervisor/type'),
    cpuinfo: await host.readFile('/proc/cpuinfo', 16 * 1024 * 1024),
  })
}

type Marks = {
  containerManager?: string | undefined
  hasDockerMark?: boolean
  hasPodmanMark?: boolean
  vendor?: string | undefined
  product?: string | undefined
  xen?: string | undefined
  cpuinfo?: string | undefined
}

/** Words of sys_vendor and product_name that only a hypervisor writes there. */
const makers: [RegExp, string][] = [
  [/VMware/, 'vmware'],
  [/innotek GmbH|VirtualBox/, 'oracle'],
  [/Microsoft Corporation Virtual Machine/, 'microsoft'],
  [/Xen|HVM domU/, 'xen'],
  [/Amazon EC2 (?!.*metal)/, 'amazon'],
  [/Google Compute Engine/, 'google'],
  [/Parallels/, 'parallels'],
  [/BHYVE/, 'bhyve'],
  [/KVM|OpenStack|oVirt|DigitalOcean|Hetzner vServer/, 'kvm'],
  [/QEMU/, 'qemu'],
]

export function guestKind(marks: Marks): string | undefined {
  if (marks.containerManager !== undefined) return marks.containerManager
  if (marks.hasDockerMark) return 'docker'
  if (marks.hasPodmanMark) return 'podman'
  const product = `${marks.vendor ?? ''} ${marks.product ?? ''}`
  for (const [pattern, kind] of makers) if (pattern.test(product)) return kind
  if (marks.xen === 'xen') return 'xen'
  const isGuest = /^flags\s*:.* hypervisor( |$)/m.test(marks.cpuinfo ?? '')
  return isGuest ? 'vm-other' : undefined
}
