import { messageOf } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { SnmpCredential } from '@rollcall/shared/messages/credential.ts'
import type { LiveHost } from '../discovery/live-host.ts'
import type { NmapHost } from '../probes/nmap/parse-host.ts'
import { probeSnmp, type SnmpProbeResult } from '../probes/snmp/probe.ts'
import { Recorder } from '../probes/snmp/recording.ts'
import type { RecordingBudget } from '../probes/snmp/recording-budget.ts'
import type { UdpTransport } from '../probes/snmp/transport.ts'
import type { UsmKeyCache } from '../probes/snmp/usm-keys.ts'
import { type Findings, mergeObservation } from './merge.ts'
import type { PortScans } from './port-scans.ts'
import { packRaw, type RawFile } from './raw-payload.ts'
import type { ReverseNames } from './reverse-names.ts'

/** What a host is audited with. A probe that is absent is not tried. */
export type Probes = {
  reverseNames?: ReverseNames | undefined
  portScans?: PortScans | undefined
  snmp?: SnmpAccess | undefined
  /** Of all probes of one host together. */
  hostTimeoutMs: number
  /** Shared by all hosts that are audited at once; a single one does without. */
  recordings?: RecordingBudget | undefined
}

type SnmpAccess = {
  transport: UdpTransport
  keys: UsmKeyCache
  credentials: readonly SnmpCredential[]
  /** The first that answers is read. */
  ports: readonly number[]
}

export type HostAudit = {
  observation: ObservationInput
  /** What the probes heard, as a gzip-compressed tar. */
  raw?: Buffer
  /** What SNMP said, as a recording. */
  recording: string
}

const snmpTimeoutMs = 1_000
const snmpRetries = 1
const recordingBytesMax = 32 * 1024 * 1024
const cutTexts = {
  own: `snmp: more than ${recordingBytesMax} bytes`,
  budget: 'snmp: too much was recorded of all hosts at once',
}

/** Asks one live host by every probe at once and merges what they say. Rejects only when `signal` aborts. */
export async function auditHost(live: LiveHost, probes: Probes, signal: AbortSignal): Promise<HostAudit> {
  const recorder = new Recorder(recordingBytesMax, probes.recordings)
  try {
    return await audit(live, probes, recorder, signal)
  } finally {
    recorder.release()
  }
}

async function audit(live: LiveHost, probes: Probes, recorder: Recorder, signal: AbortSignal): Promise<HostAudit> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(probes.hostTimeoutMs)])
  const findings: Findings = { live, probes: [], truncated: [] }
  const note = (probe: string, outcome: Findings['probes'][number]['outcome'], detail?: string) => {
    findings.probes.push({ probe, outcome, ...(detail === undefined ? {} : { detail }) })
  }
  if (live.foundBy !== 'snmp') note(live.foundBy, 'ok')
  await Promise.all([
    probes.reverseNames?.nameOf(live.address).then((name) => {
      findings.dnsName = name
    }),
    probes.portScans?.scan(live.address).then(
      (host) => {
        findings.ports = host
        if (host?.timedOut) findings.truncated.push('nmap: the time of the host ran out, its ports are not known')
        note('nmap', host ? 'ok' : 'no-answer')
      },
      (error: unknown) => note('nmap', 'failed', messageOf(error)),
    ),
    probes.snmp &&
      readSnmp(live.address, probes.snmp, recorder, ended).then(
        (result) => {
          findings.snmp = result
          note('snmp', result.outcome, result.detail)
        },
        (error: unknown) => note('snmp', 'failed', messageOf(error)),
      ),
  ])
  signal.throwIfAborted()
  if (recorder.cut) findings.truncated.push(`${cutTexts[recorder.cut]}, the raw payload is cut`)
  const now = new Date()
  const recording = recorder.text()
  const { raw, dropped } = await packRaw(rawFiles(findings, recording), now)
  findings.truncated.push(...dropped.map((name) => `raw payload: ${name} is too large and was left out`))
  const observation = mergeObservation(findings, { id: newId(), observedAt: now.toISOString() })
  return { observation, recording, ...(raw ? { raw } : {}) }
}

async function readSnmp(
  address: string,
  { transport, keys, credentials, ports }: SnmpAccess,
  recorder: Recorder,
  signal: AbortSignal,
): Promise<SnmpProbeResult & { port: number }> {
  let last: (SnmpProbeResult & { port: number }) | undefined
  for (const port of ports) {
    const asked = { address, port, credentials, transport, keys, signal, onVarbind: recorder.add }
    const result = await probeSnmp({ ...asked, timeoutMs: snmpTimeoutMs, retries: snmpRetries })
    if (result.outcome !== 'no-answer' || last === undefined) last = { ...result, port }
    if (result.outcome === 'ok') break
  }
  return last ?? { outcome: 'no-answer', detail: 'no port to ask', tried: [], port: 0 }
}

function rawFiles({ ports, probes }: Findings, recording: string): RawFile[] {
  return [
    ...(recording === '' ? [] : [{ name: 'snmp.txt', content: recording }]),
    ...nmapFile(ports),
    { name: 'probes.json', content: `${JSON.stringify(probes, undefined, 2)}\n` },
  ]
}

const nmapFile = (host: NmapHost | undefined): RawFile[] =>
  host === undefined ? [] : [{ name: 'nmap.xml', content: `${host.rawXml}\n` }]
