import { describe, expect, it } from 'vitest'
import { recordedHost } from '../../platform/testing/recorded-host.ts'
import { processors } from './processors.ts'

const x86 = (cpu: number, socket: number, core: number, more = '') =>
  `processor\t: ${cpu}\nvendor_id\t: GenuineIntel\nmodel name\t: Example(R) CPU  E5 v3 @ 2.30GHz\ncpu MHz\t\t: ${1200 + cpu}.5\nphysical id\t: ${socket}\ncore id\t\t: ${core}\nflags\t\t: fpu vme${more}\n`
const cpu0 = { '/sys/devices/system/cpu/cpu0/online': '1\n' }
const read = async (files: Record<string, string>) =>
  (await processors.collect(recordedHost({ files: { ...cpu0, ...files } }))).processors

describe('processors', () => {
  it('counts sockets, cores and threads, with the rated instead of the current speed', async () => {
    const cpuinfo = [
      x86(0, 0, 0),
      x86(1, 0, 1),
      x86(2, 1, 0),
      x86(3, 1, 1),
      x86(4, 0, 0),
      x86(5, 0, 1),
      x86(6, 1, 0),
      x86(7, 1, 1),
    ]
    const one = { manufacturer: 'Intel', model: 'Example(R) CPU E5 v3 @ 2.30GHz', cores: 2, threads: 4, speedMhz: 2300 }
    expect(await read({ '/proc/cpuinfo': cpuinfo.join('\n') })).toEqual([one, one])
  })

  it('prefers cpufreq to the model name', async () => {
    const files = {
      '/proc/cpuinfo': x86(0, 0, 0),
      '/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq': '3700000\n',
    }
    expect((await read(files))?.[0]?.speedMhz).toBe(3700)
  })

  it('uses the fixed clock of a guest', async () => {
    const guest = x86(0, 0, 0, ' hypervisor').replace(' @ 2.30GHz', '').replace('1200.5', '2596.120')
    expect((await read({ '/proc/cpuinfo': guest }))?.[0]?.speedMhz).toBe(2596)
  })

  it('separates the two kinds of cores of an ARM system', async () => {
    const arm = (cpu: number, part: string) =>
      `processor\t: ${cpu}\nBogoMIPS\t: 48.00\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: ${part}\n`
    const files: Record<string, string> = {
      '/proc/cpuinfo': `${[arm(0, '0xd03'), arm(1, '0xd03'), arm(2, '0xd09')].join('\n')}\nRevision\t: a02082\nModel\t\t: Board\n`,
    }
    // Core numbers restart in each cluster.
    for (const [cpu, core] of [0, 1, 0].entries()) {
      files[`/sys/devices/system/cpu/cpu${cpu}/topology/physical_package_id`] = '0\n'
      files[`/sys/devices/system/cpu/cpu${cpu}/topology/core_id`] = `${core}\n`
    }
    expect(await read(files)).toEqual([
      { manufacturer: 'ARM', model: 'Cortex-A53', cores: 2, threads: 2 },
      { manufacturer: 'ARM', model: 'Cortex-A73', cores: 1, threads: 1 },
    ])
  })

  it('counts POWER threads by the topology of /sys', async () => {
    const power = (cpu: number) => `processor\t: ${cpu}\ncpu\t\t: POWER9 (architected), altivec supported\n`
    const files: Record<string, string> = { '/proc/cpuinfo': [0, 1, 2, 3].map(power).join('\n') }
    for (const cpu of [0, 1, 2, 3]) {
      files[`/sys/devices/system/cpu/cpu${cpu}/topology/physical_package_id`] = '0\n'
      files[`/sys/devices/system/cpu/cpu${cpu}/topology/core_id`] = `${Math.floor(cpu / 2) * 8}\n`
    }
    expect(await read(files)).toEqual([{ model: 'POWER9 (architected), altivec supported', cores: 2, threads: 4 }])
  })
})
