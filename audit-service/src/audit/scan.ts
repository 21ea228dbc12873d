import type { ScanOptions } from '@rollcall/shared/api/scan-options.ts'
import type { Credential } from '@rollcall/shared/messages/credential.ts'
import { auditReasons, untried } from '@rollcall/shared/messages/host-audit.ts'
import type { UnreadableCredential } from '@rollcall/shared/messages/task.ts'
import { type AddressRange, countAddresses, mergeRanges } from '@rollcall/shared/targets/ranges.ts'
import { bySnmp } from '../discovery/by-snmp.ts'
import { discover } from '../discovery/discover.ts'
import { discoverers } from '../discovery/discoverers.ts'
import type { LiveHost } from '../discovery/live-host.ts'
import type { HostMemory } from '../host-memory/host-memory.ts'
import { createPtrLookup, type NameServers } from '../probes/dns/ptr-lookup.ts'
import { RecordingBudget, recordingsBytesMax } from '../probes/snmp/recording-budget.ts'
import { UdpTransport } from '../probes/snmp/transport.ts'
import type { HostKeys } from '../probes/ssh/host-keys.ts'
import { type AuditedHost, auditHost } from './audit-host.ts'
import { createHostSlots, type FairSlots } from './fair-slots.ts'
import { observeUnaudited } from './observe-unaudited.ts'
import { probesFor } from './probes-for.ts'

type Scan = ScanShared & {
  ranges: readonly AddressRange[]
  options: ScanOptions
  /** Tried in this order, each kind by its own probe; without an SNMP credential, the community `public` is used. */
  credentials: readonly Credential[]
  unreadable?: readonly UnreadableCredential[] | undefined
}

/** State shared by all scans of a process. */
export type ScanShared = {
  recordings?: RecordingBudget | undefined
  /** Without it no host is probed by SSH. */
  hostKeys?: HostKeys | undefined
  /** Known hosts are probed first, with the parameters that worked last. */
  hosts?: HostMemory | undefined
  /** Slots of hosts that are audited at the same time. */
  slots?: FairSlots | undefined
  nameServers?: NameServers | undefined
}

export type ScanCounts = {
  addressesTotal: number
  addressesDone: number
  addressesDoneTo?: string | undefined
  hostsFound: number
  /** Each host that was found counts once in these three, as soon as its audit has ended. */
  audited: number
  notAudited: number
  failed: number
}

type ScanListener = {
  /** Called for each host once it is audited. A rejection ends the scan. */
  host(address: string, result: Pick<AuditedHost, 'observation' | 'audit' | 'raw'>): Promise<void>
  progress(counts: ScanCounts): void
}

/** Unaudited hosts that are being reported at the same time. */
const foundAtOnce = 2_048

/** Finds the live hosts of the ranges and audits each while discovery goes on. Returns the final counts. */
export async function scan(
  {
    ranges,
    options,
    credentials,
    unreadable,
    hostKeys,
    hosts,
    recordings,
    nameServers,
    slots = createHostSlots(),
  }: Scan,
  listener: ScanListener,
  signal: AbortSignal,
): Promise<ScanCounts> {
  const merged = mergeRanges(ranges)
  const counts: ScanCounts = {
    addressesTotal: Number(countAddresses(merged)),
    addressesDone: 0,
    hostsFound: 0,
    audited: 0,
    notAudited: 0,
    failed: 0,
  }
  const transport = new UdpTransport()
  const stop = new AbortController()
  const ended = AbortSignal.any([signal, stop.signal])
  const reverseNames = createPtrLookup(nameServers)
  const means = { credentials, unreadable, transport, reverseNames, hostKeys, hosts, signal: ended }
  const probes = {
    ...(await probesFor(options, means)),
    recordings: recordings ?? new RecordingBudget(recordingsBytesMax),
  }
  const group = slots.group()
  const running = new Set<Promise<void>>()
  let failure: unknown
  // Hosts that accepted a connection have a snapshot, with the received bytes as its raw payload.
  const isOnlyFound = ({ openPorts = [] }: LiveHost) => options.pingOnly && openPorts.length === 0
  const reportUnaudited = async (live: LiveHost) => {
    const observation = await observeUnaudited(live, reverseNames, ended)
    await listener.host(live.address, { observation, audit: untried('ping-only') })
    counts.notAudited += 1
    listener.progress(counts)
  }
  const audit = async (live: LiveHost) => {
    // The recording is released before the host is spooled.
    const { recording: _, ...result } = await auditHost(live, probes, ended)
    await listener.host(live.address, result)
    counts[auditReasons[result.audit.reason]] += 1
    listener.progress(counts)
  }
  try {
    const onProgress = (addressesDone: number, doneTo: string | undefined) => {
      counts.addressesDone = addressesDone
      counts.addressesDoneTo = doneTo
      listener.progress(counts)
    }
    const packetsPerSecond = options.maxPacketsPerSecond
    const bySnmpToo = options.pingOnly ? [] : [bySnmp({ transport, ports: options.snmpPorts })]
    const first = hosts?.seenIn(merged) ?? []
    const discoverOptions = { packetsPerSecond, onProgress, first, discoverers: [...discoverers, ...bySnmpToo] }
    for await (const live of discover(merged, discoverOptions, ended)) {
      counts.hostsFound += 1
      hosts?.seen(live.address)
      const isUnaudited = isOnlyFound(live)
      const release = isUnaudited ? () => undefined : await group.take(ended)
      const auditing: Promise<void> = (isUnaudited ? reportUnaudited(live) : audit(live))
        .catch((error: unknown) => {
          failure ??= error
          stop.abort(error)
        })
        .finally(() => {
          running.delete(auditing)
          release()
        })
      running.add(auditing)
      // A race of this many promises for each host would cost more than the hosts.
      if (running.size >= foundAtOnce) await Promise.all(running)
      if (failure !== undefined) break
    }
    await Promise.all(running)
    if (failure !== undefined) throw failure
    return counts
  } finally {
    stop.abort()
    await Promise.all(running)
    reverseNames.close()
    await transport.close()
  }
}
