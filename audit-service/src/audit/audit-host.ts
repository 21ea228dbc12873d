import { messageOf } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { type AuditAttempt, type HostAudit, hostAuditOf } from '@rollcall/shared/messages/host-audit.ts'
import type { LiveHost } from '../discovery/live-host.ts'
import { Recorder } from '../probes/snmp/recording.ts'
import type { RecordingBudget } from '../probes/snmp/recording-budget.ts'
import { FairSlots } from './fair-slots.ts'
import type { HostProbe, PortProbe, ProbeResult } from './host-probe.ts'
import { mergeObservation } from './merge.ts'
import { type HostFindings, openTcpPorts } from './probe-findings.ts'
import { packRaw, type RawFile } from './raw-payload.ts'

/** Probes that audit a host, with their limits. */
export type Probes = {
  portScan?: PortProbe | undefined
  /** In the order of the observation's `probes`. */
  hostProbes: readonly HostProbe[]
  /** TCP ports that the segment allows; undefined: all. */
  allowedPorts?: readonly number[] | undefined
  /** Time limit of all probes of one host together. */
  hostTimeoutMs: number
  /** Shared by all hosts that are audited at the same time; absent for a single host. */
  recordings?: RecordingBudget | undefined
}

export type AuditedHost = {
  observation: ObservationInput
  audit: HostAudit
  /** Raw answers of the probes, as a gzip-compressed tar. */
  raw?: Buffer
  /** SNMP answers as a recording. */
  recording: string
}

/** Concurrent connections to one host for prints and banners. */
const connectionsMax = 3
const portsShownMax = 16
const detailMax = 200
const protocols: Partial<Record<string, AuditAttempt['protocol']>> = { snmp: 'snmp', ssh: 'ssh' }

const recordingBytesMax = 32 * 1024 * 1024
const cutTexts = {
  own: `snmp: more than ${recordingBytesMax} bytes`,
  budget: 'snmp: the recordings of all hosts exceed the limit',
}

/** Runs all probes on one live host concurrently and merges their findings. Rejects only if `signal` aborts. */
export async function auditHost(live: LiveHost, probes: Probes, signal: AbortSignal): Promise<AuditedHost> {
  const recorder = new Recorder(recordingBytesMax, probes.recordings)
  try {
    return await audit(live, probes, recorder, signal)
  } finally {
    recorder.release()
  }
}

async function audit(live: LiveHost, probes: Probes, recorder: Recorder, signal: AbortSignal): Promise<AuditedHost> {
  const answers = await runProbes(live, probes, recorder, signal)
  signal.throwIfAborted()
  const findings: HostFindings = {
    ...Object.assign({}, ...answers.map(({ findings }) => findings)),
    prints: answers.flatMap(({ findings }) => findings?.prints ?? []),
    live,
    probes: answers.map(({ name, outcome, detail }) => ({ probe: name, outcome, ...(detail && { detail }) })),
    truncated: answers.flatMap(({ truncated }) => truncated ?? []),
  }
  if (live.foundBy !== 'snmp') findings.probes.unshift({ probe: live.foundBy, outcome: 'ok' })
  if (recorder.cut) findings.truncated.push(`${cutTexts[recorder.cut]}, the raw payload was cut`)
  const now = new Date()
  const recording = recorder.text()
  const files: RawFile[] = [
    ...(recording === '' ? [] : [{ name: 'snmp.txt', content: recording }]),
    ...answers.flatMap(({ raw }) => raw ?? []),
    { name: 'probes.json', content: `${JSON.stringify(findings.probes, undefined, 2)}\n` },
  ]
  const { raw, dropped } = await packRaw(files, now)
  findings.truncated.push(...dropped.map((name) => `raw payload: ${name} is too large and was left out`))
  const observation = mergeObservation(findings, { id: newId(), observedAt: now.toISOString() })
  const audit = hostAuditOf(attemptsOf(answers, findings, probes.portScan), observation.depth === 'audit')
  return { observation, audit, recording, ...(raw ? { raw } : {}) }
}

/** Returns all attempts of the probes; for a host that refuses connections to every tried port, with those ports. */
function attemptsOf(
  answers: readonly NamedAnswer[],
  findings: HostFindings,
  portScan: PortProbe | undefined,
): AuditAttempt[] {
  const attempts = answers.flatMap(({ tried = [] }) => tried)
  const isClosed = openTcpPorts(findings).length === 0 && attempts.every(({ reason }) => reason === 'port-closed')
  if (!isClosed) return attempts
  const scanned = findings.ports === undefined ? [] : (portScan?.ports ?? [])
  const ports = [...new Set([...attempts.flatMap(({ port }) => port ?? []), ...scanned])].sort((a, b) => a - b)
  if (ports.length === 0) return attempts
  const shown = ports.slice(0, portsShownMax)
  const more = ports.length - shown.length
  return [...attempts, { protocol: 'tcp', reason: 'no-open-port', ports: shown, ...(more > 0 && { more }) }]
}

type NamedAnswer = ProbeResult & { name: string }

async function runProbes(
  live: LiveHost,
  { portScan, hostProbes, allowedPorts, hostTimeoutMs }: Probes,
  recorder: Recorder,
  signal: AbortSignal,
): Promise<NamedAnswer[]> {
  const timeUp = AbortSignal.timeout(hostTimeoutMs)
  const host = { live, recorder, signal: AbortSignal.any([signal, timeUp]) }
  const answerOf = async (
    name: string,
    run: () => Promise<ProbeResult | undefined>,
  ): Promise<NamedAnswer | undefined> => {
    try {
      const result = await run()
      return result && { name, ...result }
    } catch (error) {
      const detail = timeUp.aborted ? `not finished within the host's ${hostTimeoutMs} ms` : messageOf(error)
      return { name, outcome: 'failed', detail, tried: failedAttempt(name, timeUp.aborted, detail) }
    }
  }
  const scanned = portScan && answerOf(portScan.name, () => portScan.run(host))
  // Discovery tries ports of its own, which the segment may leave out.
  const openPorts = Promise.resolve(scanned)
    .then((answer) => openTcpPorts({ live, ports: answer?.findings?.ports }))
    .then((open) => open.filter((port) => allowedPorts?.includes(port) ?? true))
  const connections = new FairSlots(connectionsMax).group()
  const probed = { ...host, openPorts, allowedPorts, connections }
  const answers = await Promise.all([scanned, ...hostProbes.map(({ name, run }) => answerOf(name, () => run(probed)))])
  return answers.filter((answer) => answer !== undefined)
}

/** Returns the attempt of a probe that did not end by itself; none for a probe that does not read the host. */
function failedAttempt(probe: string, isTimeUp: boolean, detail: string): AuditAttempt[] {
  const protocol = protocols[probe]
  if (protocol === undefined) return []
  if (isTimeUp) return [{ protocol, reason: 'time-limit' }]
  return [{ protocol, reason: 'probe-failed', detail: cleanText(detail, detailMax) }]
}
