import { type Host, readValue } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { HardwarePart, Processor } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf, parseInteger } from '../text.ts'
import { armCores, armImplementers } from './arm-parts.ts'

const cpuFolder = '/sys/devices/system/cpu'
/** Limit in bytes: 1,024 threads of x86 take about 2 MiB. */
const cpuinfoBytesMax = 16 * 1024 * 1024

/** Reads sockets, cores and threads from /proc/cpuinfo, and from /sys if the architecture's cpuinfo has no topology. */
export const processors: Source<HardwarePart> = {
  name: 'processors',
  reads: ['processors'],
  isAvailable: async (host) => (await host.listFolder(cpuFolder)).includes('cpu0'),
  collect: async (host) => {
    const cpuinfo = parseCpuinfo((await host.readFile('/proc/cpuinfo', cpuinfoBytesMax)) ?? '')
    const numbers = cpuinfo.map((cpu) => cpu.get('processor') ?? '')
    const topology = cpuinfo.some((cpu) => cpu.has('physical id')) ? [] : await readTopology(host, numbers)
    const maxKhz = parseInteger(await readValue(host, `${cpuFolder}/cpu0/cpufreq/cpuinfo_max_freq`))
    return { processors: processorsOf(cpuinfo, topology, maxKhz) }
  },
}

type LogicalCpu = Map<string, string>
type Topology = { socket: string | undefined; core: string | undefined }

/**
 * Returns one map of fields for each logical CPU, in order. Blocks without a `processor` number (ARM's last) are left
 * out.
 */
function parseCpuinfo(text: string): LogicalCpu[] {
  return text
    .split(/\n\s*\n/)
    .map((block) => {
      const fields: LogicalCpu = new Map()
      for (const line of linesOf(block)) {
        const colon = line.indexOf(':')
        if (colon > 0) fields.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
      }
      return fields
    })
    .filter((fields) => parseInteger(fields.get('processor')) !== undefined)
}

async function readTopology(host: Host, numbers: string[]): Promise<Topology[]> {
  return mapBounded(numbers, 16, async (number) => ({
    socket: await readValue(host, `${cpuFolder}/cpu${number}/topology/physical_package_id`),
    core: await readValue(host, `${cpuFolder}/cpu${number}/topology/core_id`),
  }))
}

/** Returns one processor for each socket, or for each kind of core in a socket that mixes them (big.LITTLE). */
function processorsOf(cpuinfo: LogicalCpu[], topology: Topology[], maxKhz: number | undefined): Processor[] {
  const groups = new Map<string, { first: LogicalCpu; cores: Set<string>; threads: number }>()
  for (const [index, cpu] of cpuinfo.entries()) {
    const socket = cpu.get('physical id') ?? topology[index]?.socket ?? '0'
    const core = cpu.get('core id') ?? topology[index]?.core ?? String(index)
    const key = `${socket} ${modelOf(cpu) ?? ''}`
    const group = groups.get(key) ?? { first: cpu, cores: new Set(), threads: 0 }
    // Some ARM kernels number cores within clusters, so that one number stands for several cores.
    group.cores.add(core)
    group.threads += 1
    groups.set(key, group)
  }
  return [...groups.values()].map(({ first, cores, threads }) => ({
    manufacturer: manufacturerOf(first),
    model: modelOf(first),
    cores: hasSmt(first) ? cores.size : threads,
    threads,
    speedMhz: maxKhz === undefined ? speedOf(first) : Math.round(maxKhz / 1000),
  }))
}

/** Returns true if threads can share a core: the CPU must report a core id, or not be an ARM CPU. */
const hasSmt = (cpu: LogicalCpu): boolean => cpu.has('core id') || cpu.get('CPU implementer') === undefined

const manufacturers: Record<string, string> = {
  GenuineIntel: 'Intel',
  AuthenticAMD: 'AMD',
  HygonGenuine: 'Hygon',
  CentaurHauls: 'Centaur',
  Shanghai: 'Zhaoxin',
}

/** Returns the manufacturer for the vendor id of CPUID. */
export const processorManufacturer = (vendor: string): string => manufacturers[vendor] ?? vendor

function manufacturerOf(cpu: LogicalCpu): string | undefined {
  const vendor = cpu.get('vendor_id')
  if (vendor !== undefined) return processorManufacturer(vendor)
  return armImplementers[cpu.get('CPU implementer') ?? '']
}

function modelOf(cpu: LogicalCpu): string | undefined {
  const armCore = cpu.get('CPU implementer') === '0x41' ? armCores[cpu.get('CPU part') ?? ''] : undefined
  // POWER and RISC-V name the field `cpu` and `uarch`.
  const name = cpu.get('model name') ?? armCore ?? cpu.get('cpu') ?? cpu.get('uarch')
  return name?.replace(/\s+/g, ' ')
}

/**
 * Returns the rated speed in MHz, if known. `cpu MHz` is the current speed, which changes all the time. Under a
 * hypervisor it is the fixed rate of the time-stamp counter; on hardware the model name contains the rated speed.
 */
function speedOf(cpu: LogicalCpu): number | undefined {
  const [, rated] = /@ (\d+\.\d+)GHz/.exec(cpu.get('model name') ?? '') ?? []
  if (rated !== undefined) return Math.round(Number(rated) * 1000)
  const isGuest = cpu.get('flags')?.split(' ').includes('hypervisor') ?? false
  const current = Number(cpu.get('cpu MHz'))
  return isGuest && current > 0 ? Math.round(current) : undefined
}
