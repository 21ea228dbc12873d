import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { type AddressRange, isAmong, mergeRanges } from '@rollcall/shared/targets/ranges.ts'
import { type HostRecord, hostRecordSchema } from './host-record.ts'
import { RecordLog } from './record-log.ts'

/** Some 25 MB of memory if all are used; the least recently seen host is removed first. */
const hostsMax = 131_072
const retryMsDefault = 30_000

/** Data about hosts that an Audit Service caches between scans. */
export type HostMemory = {
  /** Records that the host answered now. */
  seen(address: string): void
  /** Returns the parameters of the last SNMP read. */
  snmpOf(address: string): HostRecord['snmp']
  readBySnmp(address: string, snmp: NonNullable<HostRecord['snmp']>): void
  /** Returns the outcomes of credentials at its SSH server. */
  sshOf(address: string): HostRecord['ssh']
  metBySsh(address: string, ssh: NonNullable<HostRecord['ssh']>): void
  /** Returns the number of credentials that it refused today (UTC). */
  refusedToday(address: string): number
  refused(address: string): void
  /** Returns the credential to continue with after the attempts of a day were used up. */
  resumeAt(address: string): string | undefined
  stoppedAt(address: string, credentialId: string): void
  /** Returns the seen hosts of the ranges, the latest first. */
  seenIn(ranges: readonly AddressRange[]): string[]
  close(): void
}

export type HostMemoryOptions = {
  file: string
  /** Called when the file begins to fail. Until it can be written again, hosts are stored in memory only. */
  onError: (error: unknown) => void
  nowMs?: () => number
  hostsMax?: number
  retryMs?: number
}

export function openHostMemory(options: HostMemoryOptions): HostMemory {
  const { file, onError, nowMs = Date.now } = options
  const max = options.hostsMax ?? hostsMax
  const retryMs = options.retryMs ?? retryMsDefault
  /** In the order in which they were last seen. */
  const hosts = new Map<string, HostRecord>()
  let log: RecordLog | undefined
  /** Time of the next try while the file fails. Each try rewrites it. */
  let retryAtMs: number | undefined
  /**
   * Hosts seen in this turn of the event loop. A sweep finds thousands in a moment, and one write for each would take
   * longer.
   */
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
  const update = (address: string, change: Partial<HostRecord>): HostRecord => {
    const record = { ...hosts.get(address), address, seenAtMs: nowMs(), ...change }
    put(record)
    return record
  }
  const linesOf = (records: Iterable<HostRecord>) => [...records].map((each) => JSON.stringify(each))
  /** Writes the records after those seen earlier in this turn. */
  const write = (...records: HostRecord[]) => {
    clearImmediate(writing)
    writing = undefined
    const lines = linesOf([...justSeen.splice(0), ...records])
    if (lines.length > 0) guarded(() => log?.append(lines, hosts.size, () => linesOf(hosts.values())))
  }
  const store = (address: string, change: Partial<HostRecord>) => write(update(address, change))
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
      justSeen.push(update(address, {}))
      writing ??= setImmediate(write)
    },
    snmpOf: (address) => hosts.get(address)?.snmp,
    readBySnmp: (address, snmp) => store(address, { snmp }),
    sshOf: (address) => hosts.get(address)?.ssh,
    metBySsh: (address, ssh) => store(address, { ssh }),
    refusedToday,
    refused: (address) => store(address, { refused: { day: today(), count: refusedToday(address) + 1 } }),
    resumeAt: (address) => hosts.get(address)?.resumeAt,
    stoppedAt: (address, resumeAt) => store(address, { resumeAt }),
    seenIn: (ranges) => {
      const merged = mergeRanges(ranges)
      return [...hosts.keys()].filter((address) => isAmong(merged, address)).reverse()
    },
    close: () => {
      write()
      log?.close()
      log = undefined
    },
  }
}

/** Parses a line; undefined for an incomplete line or one of another version. */
const parse = (line: string): HostRecord | undefined => hostRecordSchema.safeParse(parseJson(line)).data
