import { messageOf } from '@rollcall/shared/errors.ts'
import { type Host, readUpTo, readValue, runText, valueBytesMax } from '../../../platform/host.ts'
import { mapBounded } from '../../map-bounded.ts'
import type { HardwarePart } from '../../parts.ts'
import type { OnCut, Source } from '../../source.ts'
import { linesOf } from '../../text.ts'
import { upTo } from '../../up-to.ts'
import { activeUnits } from './active-units.ts'

const serversMax = 32
const filesMax = 64
const queryLimits = { timeoutMs: 3_000, outputBytesMax: 64 * 1024 }

/** Reads the program that keeps the clock right, its servers, and whether it succeeds. */
export const timeSync: Source<HardwarePart> = {
  name: 'time-sync',
  reads: ['security.timeSync'],
  isAvailable: async (host) => (await activeUnits(host)) !== undefined,
  collect: async (host, onCut) => {
    const units = await activeUnits(host)
    const program = programs.find((each) => each.units.some((unit) => units?.has(unit)))
    if (program === undefined) {
      const isOther = otherPrograms.some(
        (unit) => units?.has(unit) || [...(units ?? [])].some((each) => each.startsWith(`${unit}@`)),
      )
      // A container shares the clock of its host.
      const isContainer = (await readValue(host, '/run/systemd/container')) !== undefined
      return isOther || isContainer ? {} : { security: { timeSync: { state: 'off' } } }
    }
    const servers = program.serversOf(await readFiles(host, program, onCut))
    let isSynchronized: boolean | undefined
    try {
      isSynchronized = await program.isSynchronized(host)
    } catch (error) {
      onCut?.(`cannot tell whether the clock is right (${messageOf(error)})`)
    }
    const timeSync = {
      service: program.name,
      state: 'on' as const,
      isSynchronized,
      servers: upTo(servers, serversMax, 'time servers', onCut),
    }
    return { security: { timeSync } }
  },
}

/** Services that can set the clock too: of PTP, of hypervisors, and others. Whether they do is not known. */
const otherPrograms = [
  ...['ptp4l', 'phc2sys', 'timemaster', 'sfptpd'],
  ...['vmtoolsd', 'open-vm-tools', 'vboxadd-service', 'vboxservice', 'virtualbox-guest-utils', 'hv_utils', 'xe-daemon'],
  ...['ntpd-rs', 'htpdate', 'busybox-ntpd', 'sntp', 'rdate'],
]

type TimeProgram = {
  name: string
  units: readonly string[]
  files: readonly string[]
  /** Folders of further files. */
  folders: readonly string[]
  serversOf(lines: string[]): string[]
  isSynchronized(host: Host): Promise<boolean | undefined>
}

/** Reads `server 192.0.2.1 iburst` and the like, of chrony and ntpd. */
const sourceLines = (lines: string[]): string[] =>
  unique(lines.flatMap((line) => /^\s*(?:servers?|pool|peer)\s+(\S+)/i.exec(line)?.[1] ?? []))

const unique = (items: string[]): string[] => [...new Set(items)]

const programs: readonly TimeProgram[] = [
  {
    name: 'chrony',
    units: ['chrony', 'chronyd'],
    files: ['/etc/chrony.conf', '/etc/chrony/chrony.conf'],
    folders: ['/etc/chrony.d', '/etc/chrony/conf.d', '/etc/chrony/sources.d', '/run/chrony-dhcp'],
    serversOf: sourceLines,
    isSynchronized: async (host) => {
      if (!(await host.hasProgram('chronyc'))) return undefined
      // The last value of the row is the leap status.
      const status = (await runText(host, 'chronyc', ['-c', '-n', 'tracking'], queryLimits)).trim().split(',').at(-1)
      return status === 'Not synchronised'
        ? false
        : /^(Normal|Insert second|Delete second)$/.test(status ?? '') || undefined
    },
  },
  {
    name: 'systemd-timesyncd',
    units: ['systemd-timesyncd'],
    files: ['/etc/systemd/timesyncd.conf'],
    folders: ['/usr/lib/systemd/timesyncd.conf.d', '/run/systemd/timesyncd.conf.d', '/etc/systemd/timesyncd.conf.d'],
    serversOf: (lines) => {
      const values = (pattern: RegExp) =>
        unique(lines.flatMap((line) => pattern.exec(line)?.[1]?.split(/\s+/).filter(Boolean) ?? []))
      const chosen = [/^NTP=(.*)$/, /^FallbackNTP=(.*)$/].map(values).find((servers) => servers.length > 0)
      // The file shows the built-in servers as a comment.
      return chosen ?? values(/^#FallbackNTP=(.*)$/)
    },
    isSynchronized: async (host) => (await host.listFolder('/run/systemd/timesync')).includes('synchronized'),
  },
  {
    name: 'ntpd',
    units: ['ntp', 'ntpd', 'ntpsec'],
    files: ['/etc/ntp.conf', '/etc/ntpsec/ntp.conf'],
    folders: ['/etc/ntpsec/ntp.d'],
    serversOf: sourceLines,
    isSynchronized: async (host) => {
      if (!(await host.hasProgram('ntpq'))) return undefined
      // Leap indicator of RFC 5905: 3 is unsynchronized. ntpq prints it in two bits.
      const leap = /\bleap=([01]{2})\b/.exec(await runText(host, 'ntpq', ['-c', 'rv 0 leap'], queryLimits))?.[1]
      return leap === undefined ? undefined : leap !== '11'
    },
  },
  {
    name: 'openntpd',
    units: ['openntpd'],
    files: ['/etc/openntpd/ntpd.conf', '/etc/ntpd.conf'],
    folders: [],
    serversOf: sourceLines,
    isSynchronized: async (host) => {
      if (!(await host.hasProgram('ntpctl'))) return undefined
      const text = await runText(host, 'ntpctl', ['-s', 'status'], { ...queryLimits, asRoot: true })
      return /clock unsynced/.test(text) ? false : /clock synced/.test(text) || undefined
    },
  },
]

async function readFiles(host: Host, { files, folders }: TimeProgram, onCut?: OnCut): Promise<string[]> {
  const listed = await Promise.all(
    folders.map(async (folder) =>
      (await host.listFolder(folder))
        .filter((name) => /\.(conf|sources)$/.test(name))
        .map((name) => `${folder}/${name}`),
    ),
  )
  const texts = await mapBounded([...files, ...upTo(listed.flat(), filesMax, 'settings files', onCut)], 8, (path) =>
    // ntp.conf may hold the password of its keys.
    readUpTo(host, path, valueBytesMax, 'private'),
  )
  return texts.flatMap((text) => linesOf(text ?? ''))
}
