import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { AuditAttempt } from '@rollcall/shared/messages/host-audit.ts'
import type { LiveHost } from '../discovery/live-host.ts'
import type { Recorder } from '../probes/snmp/recording.ts'
import type { ConcurrencyGroup } from './fair-slots.ts'
import type { ProbeFindings } from './probe-findings.ts'
import type { RawFile } from './raw-payload.ts'

/**
 * A probe of a live host. A new one is a file in `host-probes/` and an entry in `probes-for.ts`; its findings are a
 * field of `ProbeFindings`, which `merge.ts` puts into the observation.
 *
 * All probes of a host run concurrently. One that needs open ports awaits `openPorts`, and returns `no-answer` if its
 * port is not open. A probe ends by a limit of its own, at the latest when `signal` aborts: the host's time is up, or
 * the scan was cancelled. Every behavior of the host is an outcome; a probe rejects only on a defect of ours, which
 * affects this probe alone.
 */
export type HostProbe = {
  /** Name in the observation. */
  name: string
  /** Returns undefined if there was nothing to ask. */
  run(host: ProbedHost): Promise<ProbeResult | undefined>
}

/** The probe that finds the open ports for the other probes. */
export type PortProbe = {
  name: string
  /** Ports that it scans. */
  ports: readonly number[]
  run(host: Pick<ProbedHost, 'live' | 'recorder' | 'signal'>): Promise<ProbeResult>
}

export type ProbedHost = {
  live: LiveHost
  /** Open TCP ports after the port scan and by discovery, without those that the segment leaves out. Never rejects. */
  openPorts: Promise<readonly number[]>
  /** TCP ports that may get a request; undefined: all. */
  allowedPorts?: readonly number[] | undefined
  /** Slots of the concurrent connections to the host: small devices accept few. */
  connections: ConcurrencyGroup
  /** Records the SNMP answers for the raw payload, within the byte limit shared by all hosts. */
  recorder: Recorder
  signal: AbortSignal
}

export type ProbeResult = {
  outcome: NonNullable<ObservationInput['probes']>[number]['outcome']
  /** One line without secrets. */
  detail?: string | undefined
  /** Attempts to read the host itself, for a probe that makes some. */
  tried?: readonly AuditAttempt[]
  findings?: ProbeFindings
  /** Data that was cut, in words. */
  truncated?: string[]
  /** Answers of the host, for the raw payload. */
  raw?: RawFile[]
}
