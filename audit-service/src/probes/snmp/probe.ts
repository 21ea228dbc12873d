import type { SnmpCredential } from '@rollcall/shared/messages/credential.ts'
import { encodeOid } from './ber.ts'
import { discoverConnected } from './connected-discovery.ts'
import { communityEndpoint, type SnmpEndpoint } from './endpoint.ts'
import { type EngineState, v3Endpoint } from './endpoint-v3.ts'
import { isRefusal, isSilence, SnmpError } from './errors.ts'
import { readFacts } from './facts.ts'
import { observe, type SnmpObservation } from './observe.ts'
import { oid } from './oid.ts'
import { PduType } from './pdu.ts'
import type { ReadLimits } from './reader.ts'
import { createSession, type VarbindListener } from './session.ts'
import type { UdpTransport } from './transport.ts'
import type { UsmKeyCache } from './usm-keys.ts'

type SnmpProbeOptions = {
  address: string
  port: number
  /** Tried in this order until one works, each once: put the one that is known to work first. */
  credentials: readonly SnmpCredential[]
  /** For the answer to one request. */
  timeoutMs: number
  /** Attempts after the first. */
  retries: number
  signal?: AbortSignal | undefined
  /** Sees every object read, for a recording. */
  onVarbind?: VarbindListener | undefined
  limits?: ReadLimits | undefined
  /** Shared by all probes of the process. */
  transport: UdpTransport
  keys: UsmKeyCache
}

export type SnmpProbeResult = {
  /** `refused`: an engine is there but takes none of the credentials. `failed`: it answered with something unusable. */
  outcome: 'ok' | 'no-answer' | 'refused' | 'failed'
  /** One line: why, or with which version it was read. */
  detail: string
  /** What each credential led to; no secrets. */
  tried: { credentialId?: string; label: string; result: string }[]
  /** The id of the credential that worked, where it has one. */
  credentialId?: string
  observation?: SnmpObservation
}

/** sysObjectID and sysUpTime: small, and in every agent. */
const firstObjects = ['1.3.6.1.2.1.1.2.0', '1.3.6.1.2.1.1.3.0'].map((text) => encodeOid(oid(text)))
/**
 * Discovery asks again early: a router or host sends few ICMP errors a second, so the one that says "port closed" is
 * often not the first. An answer to the first request still counts while the second waits.
 */
const discoveryTimeoutMs = 500
/** An engine that is known to be alive answers the first request within some round trips, or never. */
const roundTripsMax = 20
const aliveTimeoutMinMs = 500

/**
 * Reads one host by SNMP.
 *
 * First comes an unauthenticated v3 engine discovery: it holds no secret, every v3 engine answers it, and a host with a
 * closed port says so. What follows depends on it:
 * - answered: every credential is tried, with a short wait (the engine is there, silence is a no);
 * - port closed or unreachable: nothing more is sent, so no community travels to a host without an agent;
 * - silence: v3 credentials are passed over, since a v3 engine would have answered; communities are tried, because
 *   agents that know only v1 or v2c ignore v3 and nothing but a community tells them from a silent host.
 *
 * Rejects only when aborted.
 */
export async function probeSnmp(options: SnmpProbeOptions): Promise<SnmpProbeResult> {
  const tried: SnmpProbeResult['tried'] = []
  const discovery = await discover(options)
  if (discovery instanceof SnmpError && !isSilence(discovery)) {
    return { outcome: 'no-answer', detail: discovery.message, tried }
  }
  const { engine, roundTripMs } = discovery instanceof SnmpError ? nothing : discovery
  const timeoutMs =
    roundTripMs === undefined
      ? options.timeoutMs
      : Math.min(options.timeoutMs, Math.max(aliveTimeoutMinMs, roundTripMs * roundTripsMax))
  for (const credential of options.credentials) {
    const label = credential.kind === 'snmp-v3' ? `v3 user ${credential.user}` : `${credential.version} community`
    const entry = credential.id === undefined ? { label } : { credentialId: credential.id, label }
    if (credential.kind === 'snmp-v3' && engine === undefined) {
      tried.push({ ...entry, result: 'not sent: no v3 engine answers' })
      continue
    }
    const endpoint = endpointFor(options, credential, engine)
    try {
      await endpoint.request({ type: PduType.get, oids: firstObjects }, { ...options, timeoutMs })
    } catch (error) {
      if (!(error instanceof SnmpError)) throw error
      tried.push({ ...entry, result: error.message })
      continue
    }
    tried.push({ ...entry, result: 'ok' })
    return read(options, credential, endpoint, tried)
  }
  return unread(tried, engine !== undefined)
}

const nothing = { engine: undefined, roundTripMs: undefined }

type Discovery = { engine: EngineState; roundTripMs: number }

function discover(options: SnmpProbeOptions): Promise<Discovery | SnmpError> {
  return options.transport.connectedSockets.run(async () => {
    const started = performance.now()
    try {
      const patience = { ...options, timeoutMs: Math.min(options.timeoutMs, discoveryTimeoutMs) }
      return { engine: await discoverConnected(options, patience), roundTripMs: performance.now() - started }
    } catch (error) {
      if (error instanceof SnmpError) return error
      throw error
    }
  })
}

function endpointFor(
  options: SnmpProbeOptions,
  credential: SnmpCredential,
  engine: EngineState | undefined,
): SnmpEndpoint {
  const target = { address: options.address, port: options.port }
  if (credential.kind === 'snmp-community') return communityEndpoint(options.transport, target, credential)
  // Each user keeps its own notion of the engine's clock.
  return v3Endpoint(options.transport, target, credential, options.keys, engine && { ...engine })
}

async function read(
  options: SnmpProbeOptions,
  credential: SnmpCredential,
  endpoint: SnmpEndpoint,
  tried: SnmpProbeResult['tried'],
): Promise<SnmpProbeResult> {
  const worked = credential.id === undefined ? {} : { credentialId: credential.id }
  try {
    const facts = await readFacts(createSession(endpoint, options))
    return { outcome: 'ok', detail: `read by SNMP${endpoint.version}`, tried, ...worked, observation: observe(facts) }
  } catch (error) {
    if (!(error instanceof SnmpError)) throw error
    return { outcome: isRefusal(error) ? 'refused' : 'failed', detail: error.message, tried, ...worked }
  }
}

function unread(tried: SnmpProbeResult['tried'], engineAnswers: boolean): SnmpProbeResult {
  if (tried.length === 0) {
    const detail = engineAnswers
      ? 'an SNMP engine answers, but there is no credential to try'
      : 'no answer, and no credential to try'
    return { outcome: engineAnswers ? 'refused' : 'no-answer', detail, tried }
  }
  const results = tried.map(({ label, result }) => `${label}: ${result}`).join('; ')
  if (engineAnswers)
    return { outcome: 'refused', detail: `an SNMP engine answers but takes no credential (${results})`, tried }
  return { outcome: 'no-answer', detail: results, tried }
}
