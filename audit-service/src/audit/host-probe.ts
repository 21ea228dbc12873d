import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { LiveHost } from '../discovery/live-host.ts'
import type { Recorder } from '../probes/snmp/recording.ts'
import type { ProbeFindings } from './findings.ts'
import type { RawFile } from './raw-payload.ts'

/**
 * One way to ask a live host what it is. A new one is a file in `host-probes/` and a line of the list in
 * `probes-for.ts`; what it finds is a field of `Found`, which `merge.ts` puts into the observation.
 *
 * All probes of a host run side by side. One that needs open ports awaits `openPorts`, and gives `no-answer` where its
 * own is not among them. A probe ends by a bound of its own, at the latest when `signal` aborts: the host's time is up
 * then, or the scan was cancelled. What the host did is an outcome; only a fault of ours rejects, and costs this probe
 * alone.
 */
export type HostProbe = {
  /** As the observation names it. */
  name: string
  run(host: ProbedHost): Promise<ProbeResult>
}

/** The probe that finds the open ports, which the others then know. */
export type PortProbe = { name: string; run(host: Omit<ProbedHost, 'openPorts'>): Promise<ProbeResult> }

export type ProbedHost = {
  live: LiveHost
  /** TCP: once the ports are scanned, or those met on the way where they are not. Never rejects. */
  openPorts: Promise<readonly number[]>
  /** Keeps what SNMP said for the raw payload, within the bytes that all hosts share. */
  recorder: Recorder
  signal: AbortSignal
}

export type ProbeResult = {
  outcome: NonNullable<ObservationInput['probes']>[number]['outcome']
  /** One line; no secrets. */
  detail?: string | undefined
  findings?: ProbeFindings
  /** What was cut, in words. */
  truncated?: string[]
  /** What the host said, for the raw payload. */
  raw?: RawFile[]
}
