import type { AddressRange } from '@rollcall/shared/targets/ranges.ts'
import { type HostRecord, hostRecordSchema } from './host-record.ts'
import { RecordLog } from './record-log.ts'
import { within } from './within.ts'

/** Some 25 MB of memory when all are used; the one that was not seen for the longest goes first. */
const hostsMax = 131_072
const retryMsDefault = 30_000

/** What an Audit Service remembers of hosts from one scan to the next. */
export type HostMemory = {
  /** It answered just now. */
  seen(address: string): void
  /** How it was last read by SNMP. */
  snmpOf(address: string): HostRecord['snmp']
  readBySnmp(address: string, snmp: NonNullable<HostRecord['snmp']>): void
  /** How its SSH server took to credentials. */
  sshOf(address: string): HostRecord['ssh']
  metBySsh(address: string, ssh: NonNullable<HostRecord['ssh']>): void
  /** How many credentials it has refused today (UTC). */
  refusedToday(address: string): number
  refused(address: string): void
  /** Where its attempts of a day ended: the credential to go on with. */
  resumeAt(address: string): string | undefined
  stoppedAt(address: string, credentialId: string): void
  /** Those that have been seen in the ranges, the latest first. */
  seenIn(ranges: readonly AddressRange[]): string[]
  close(): void
}

export type HostMemoryOptions = {
  file: string
  /** Called when the file begins to fail. Until it can be written again, hosts are remembered in memory alone. */
  onError: (error: unknown) => void
  nowMs?: () => number
  hostsMax?: number
  retryMs?: number
}

export function openHostMemory(options: HostMemoryOptions): HostMemory {
  const { file, onError, nowMs = Date.now } = options
  const max = options.hostsMax ?? hostsMax
  const retryMs = options.retryMs ?? retryMsDefault
  /** In the order in which they were seen. */
  const hosts = new Map<string, HostRecord>()
  let log: RecordLog | undefined
  /** While the file fails: when to try it again. Each try rewrites it. */
  let retryAtMs: number | undefined
  /** Seen in this turn of the event loop. A sweep finds thousands in a moment, and a write for each takes longer than they. */
  const justSeen: HostRecord[] = []
  let writing: NodeJS.Immediate | undefined

  const put = (record: HostRecord) => {
    hosts.delete(record.address)
    hosts.set(record.address, record)
    if (hosts.size <= max) return
    const oldest = hosts.keys().next()
    if (!oldest.done) hosts.delete(oldest.value)
  }
  const guarded = (work: () => void) => {
    if (retryAtMs !== undefined && performance.now() < retryAtMs) return
    try {
      work()
      retryAtMs = undefined
    } catch (error) {
      if (retryAtMs === undefined) onError(error)
      retryAtMs = performance.now() + retryMs
    }
  }
  const note = (address: string, change: Partial<HostRecord>): HostRecord => {
    const record = { ...hosts.get(address), address, seenAtMs: nowMs(), ...change }
    put(record)
    return record
  }
  const linesOf = (records: Iterable<HostRecord>) => [...records].map((each) => JSON.stringify(each))
  /** With what was seen before it. */
  const write = (...records: HostRecord[]) => {
    clearImmediate(writing)
    writing = undefined
    const lines = linesOf([...justSeen.splice(0), ...records])
    if (lines.length > 0) guarded(() => log?.append(lines, hosts.size, () => linesOf(hosts.values())))
  }
  const remember = (address: string, change: Partial<HostRecord>) => write(note(address, change))
  const today = () => new Date(nowMs()).toISOString().slice(0, 10)
  const refusedToday = (address: string) => {
    const refused = hosts.get(address)?.refused
    return refused?.day === today() ? refused.count : 0
  }

  guarded(() => {
    log = new RecordLog(file, (line) => {
      const record = parse(line)
      if (record) put(record)
    })
  })
  return {
    seen: (address) => {
      justSeen.push(note(address, {}))
      writing ??= setImmediate(write)
    },
    snmpOf: (address) => hosts.get(address)?.snmp,
    readBySnmp: (address, snmp) => remember(address, { snmp }),
    sshOf: (address) => hosts.get(address)?.ssh,
    metBySsh: (address, ssh) => remember(address, { ssh }),
    refusedToday,
    refused: (address) => remember(address, { refused: { day: today(), count: refusedToday(address) + 1 } }),
    resumeAt: (address) => hosts.get(address)?.resumeAt,
    stoppedAt: (address, resumeAt) => remember(address, { resumeAt }),
    seenIn: (ranges) => [...hosts.keys()].filter(within(ranges)).reverse(),
    close: () => {
      write()
      log?.close()
      log = undefined
    },
  }
}

/** A line that was cut, or that another version wrote, is forgotten. */
function parse(line: string): HostRecord | undefined {
  try {
    return hostRecordSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
