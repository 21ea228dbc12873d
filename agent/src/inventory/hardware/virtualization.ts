import { type Host, type RunOutput, readValue } from '../../platform/host.ts'
import { cachedByFiles } from '../cached-by-times.ts'
import type { HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'

/**
 * Detects the hypervisor or container of a guest, in the words of systemd-detect-virt(1): `kvm`, `vmware`, `docker`, …
 */
export const virtualization: Source<HardwarePart> = {
  name: 'virtualization',
  reads: ['system.virtualization'],
  isAvailable: async () => true,
  collect: async (host) => {
    const kind = (await host.hasProgram('systemd-detect-virt')) ? await askSystemd(host) : await detect(host)
    return { system: { virtualization: kind } }
  },
}

/** Asks once after each start of the machine or container. */
async function askSystemd(host: Host): Promise<string | undefined> {
  const [boot, init = ''] = await Promise.all([
    readValue(host, '/proc/sys/kernel/random/boot_id'),
    readValue(host, '/proc/1/stat'),
  ])
  const ask = async () =>
    parseDetectVirt(await host.run('systemd-detect-virt', [], { timeoutMs: 5_000, outputBytesMax: 4096 })) ?? ''
  // A container has the boot id of its host. The 22nd value of proc_pid_stat(5) is the time at which its init started.
  const startedAt = init.slice(init.lastIndexOf(')') + 2).split(' ')[19]
  const start = boot && startedAt && `${boot} ${startedAt}`
  return (start ? await cachedByFiles(host, 'virtualization', { files: [], of: start }, ask) : await ask()) || undefined
}

/** Returns undefined on hardware, where the program prints `none` and exits with 1. Without a word it has failed. */
export function parseDetectVirt({ code, stdout, stderr }: RunOutput): string | undefined {
  const [word = ''] = stdout.trim().split(/\s/)
  if (word === '') throw new Error(`systemd-detect-virt ended with ${code}: ${stderr.trim().split('\n')[0]}`)
  return word === 'none' ? undefined : word
}

async function detect(host: Host): Promise<string | undefined> {
  const root = await host.listFolder('/')
  return guestKind({
    containerManager: await readValue(host, '/run/systemd/container'),
    hasDockerFile: root.includes('.dockerenv'),
    hasPodmanFile: (await host.listFolder('/run')).includes('.containerenv'),
    vendor: await readValue(host, '/sys/class/dmi/id/sys_vendor'),
    product: await readValue(host, '/sys/class/dmi/id/product_name'),
    xen: await readValue(host, '/sys/hypervisor/type'),
    cpuinfo: await host.readFile('/proc/cpuinfo', 16 * 1024 * 1024),
  })
}

type GuestFacts = {
  containerManager?: string | undefined
  hasDockerFile?: boolean
  hasPodmanFile?: boolean
  vendor?: string | undefined
  product?: string | undefined
  xen?: string | undefined
  cpuinfo?: string | undefined
}

/** Patterns for sys_vendor and product_name that only a hypervisor writes. */
const manufacturers: [RegExp, string][] = [
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

export function guestKind(facts: GuestFacts): string | undefined {
  if (facts.containerManager !== undefined) return facts.containerManager
  if (facts.hasDockerFile) return 'docker'
  if (facts.hasPodmanFile) return 'podman'
  const product = `${facts.vendor ?? ''} ${facts.product ?? ''}`
  for (const [pattern, kind] of manufacturers) if (pattern.test(product)) return kind
  if (facts.xen === 'xen') return 'xen'
  const isGuest = /^flags\s*:.* hypervisor( |$)/m.test(facts.cpuinfo ?? '')
  return isGuest ? 'vm-other' : undefined
}
