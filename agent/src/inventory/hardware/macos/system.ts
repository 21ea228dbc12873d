import { type Host, runText } from '../../../platform/host.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { linesOf, parseInteger, textOrNone, timeOfSeconds } from '../../text.ts'

/** Reads the fast facts of macOS: its version, the kernel's view of the hardware, and the firmware's values. */
export const macosSystem: Source<HardwarePart> = {
  name: 'macos-system',
  reads: ['system', 'os', 'processors', 'memory.totalBytes'],
  isAvailable: (host) => host.hasProgram('sw_vers'),
  collect: async (host) => {
    const [versions, kernel, platform] = await Promise.all([
      runText(host, 'sw_vers', []),
      readKernelValues(host),
      readPlatform(host),
    ])
    return parseMacosSystem({ versions, kernel, platform })
  },
}

const kernelValues = [
  'kern.boottime',
  'kern.osrelease',
  'kern.hv_vmm_present',
  'hw.model',
  'hw.machine',
  'hw.memsize',
  'hw.packages',
  'hw.physicalcpu',
  'hw.logicalcpu',
  'hw.cpufrequency_max',
  'machdep.cpu.brand_string',
]

/**
 * Reads kernel values. A value that this version or processor lacks only changes the exit code: sysctl(8) prints the
 * others.
 */
async function readKernelValues(host: Host): Promise<string> {
  return (await host.run('sysctl', kernelValues, { timeoutMs: 10_000, outputBytesMax: 64 * 1024 })).stdout
}

/** Reads the root of the device tree, with the manufacturer and the model of the machine. */
export const readPlatform = (host: Host): Promise<string> =>
  runText(host, 'ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'])

/** Returns the value of `"name" = "text"`, or of `"name" = <"text">` for text stored as bytes. */
export const platformValue = (text: string, name: string): string | undefined =>
  textOrNone(new RegExp(`^[ |]*"${name}" = <?"([^"]*)"`, 'm').exec(text)?.[1])

type MacosTexts = { versions: string; kernel: string; platform: string }

export function parseMacosSystem({ versions, kernel, platform }: MacosTexts): HardwarePart {
  const version = pairsOf(versions)
  const value = pairsOf(kernel)
  const sockets = parseInteger(value.get('hw.packages')) ?? 1
  const perSocket = (name: string) => Math.round((parseInteger(value.get(name)) ?? 0) / sockets) || undefined
  const hertz = parseInteger(value.get('hw.cpufrequency_max'))
  const model = value.get('machdep.cpu.brand_string')
  return {
    system: {
      manufacturer: platformValue(platform, 'manufacturer'),
      model: value.get('hw.model') ?? platformValue(platform, 'model'),
      serialNumber: platformValue(platform, 'IOPlatformSerialNumber'),
      uuid: platformValue(platform, 'IOPlatformUUID')?.toLowerCase(),
      virtualization: value.get('kern.hv_vmm_present') === '1' ? guestKind(value.get('hw.model')) : undefined,
    },
    os: {
      name: version.get('ProductName'),
      version: version.get('ProductVersion'),
      build: version.get('BuildVersion'),
      kernel: value.get('kern.osrelease'),
      architecture: value.get('hw.machine'),
      // `{ sec = 1763884800, usec = 0 } Sun Nov 23 08:00:00 2025`
      bootedAt: timeOfSeconds(/\bsec = (\d{1,12})\b/.exec(value.get('kern.boottime') ?? '')?.[1]),
    },
    processors: Array.from({ length: sockets }, () => ({
      manufacturer: /^(Apple|Intel)/.exec(model ?? '')?.[1],
      model: model?.replace(/\s+/g, ' '),
      cores: perSocket('hw.physicalcpu'),
      threads: perSocket('hw.logicalcpu'),
      speedMhz: hertz === undefined ? undefined : Math.round(hertz / 1_000_000),
    })),
    memory: { totalBytes: parseInteger(value.get('hw.memsize')), modules: [] },
  }
}

/** Parses `name: value` lines, separated by spaces or tabs. */
function pairsOf(text: string): Map<string, string> {
  return new Map(
    linesOf(text).flatMap((line): [string, string][] => {
      const [, name, value] = /^([\w.]+):\s*(.+)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value.trim()]]
    }),
  )
}

/** Returns the hypervisor in the words of systemd-detect-virt(1), as for Linux. */
function guestKind(model = ''): string {
  if (model.startsWith('VMware')) return 'vmware'
  if (model.startsWith('Parallels')) return 'parallels'
  return model.startsWith('VirtualMac') ? 'apple' : 'vm-other'
}
