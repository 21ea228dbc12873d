import { describeAttempt } from '@rollcall/shared/audit-reasons.ts'
import type { SnmpCredential } from '@rollcall/shared/messages/credential.ts'
import type { AuditAttempt } from '@rollcall/shared/messages/host-audit.ts'
import { attemptWith, readResult, reasonOf } from './attempt.ts'
import { discoverConnected } from './connected-discovery.ts'
import type { EngineState } from './endpoint-v3.ts'
import { isRefusal, isSilence, SnmpError } from './errors.ts'
import { observe, type SnmpObservation } from './observe.ts'
import { readDevice } from './read-device.ts'
import type { HostLimits, ReadLimits } from './reader.ts'
import { createSession, type VarbindListener } from './session.ts'
import type { Patience, UdpTransport } from './transport.ts'
import { type Attempts, type Trial, tryInSilence, tryOnEngine } from './try-credentials.ts'
import type { UsmKeyCache } from './usm-keys.ts'

type SnmpProbeOptions = {
  address: string
  port: number
  /** Tried in this order until one works, each once. */
  credentials: readonly SnmpCredential[]
  /** Parameters of the last read: that credential is tried before all others. */
  known?: { credentialId: string; engine: boolean } | undefined
  /** Counts and limits the credentials that the host refuses; without it there is no limit. */
  attempts?: Attempts | undefined
  /** Time limit of the answer to one request. */
  timeoutMs: number
  /** Attempts after the first. */
  retries: number
  signal?: AbortSignal | undefined
  /** If true, nothing is read after a credential worked. */
  loginOnly?: boolean | undefined
  /** Receives every object read, for a recording. */
  onVarbind?: VarbindListener | undefined
  limits?: ReadLimits | undefined
  hostLimits?: HostLimits | undefined
  /** Shared by all probes of the process. */
  transport: UdpTransport
  keys: UsmKeyCache
}

export type SnmpProbeResult = {
  /** `refused`: an engine answers but accepts none of the credentials. `failed`: its answer is unusable. */
  outcome: 'ok' | 'no-answer' | 'refused' | 'failed'
  /** One line: the reason, or the version used. */
  detail: string
  /** Result of each credential; no secrets. */
  tried: AuditAttempt[]
  /** Id of the credential that worked, if it has one. */
  credentialId?: string
  /** True if a v3 engine answered discovery. */
  engine?: boolean
  observation?: SnmpObservation
}

/**
 * Discovery retries early: a router or host sends few ICMP errors per second, so the one for a closed port is often not
 * the first. An answer to the first request still counts while the second waits.
 */
const discoveryTimeoutMs = 500
/** For a host whose agent did not answer discovery at the last read: long enough to detect a closed port. */
const silentHostMs = 250

/**
 * Reads one host by SNMP.
 *
 * An unauthenticated v3 engine discovery comes first: it contains no secret, every v3 engine answers it, and a host
 * with a closed port reports it. The next step depends on the result:
 * - answer: every credential is tried, with a short time-out (the engine is there, so silence is a refusal);
 * - port closed or unreachable: nothing more is sent, so no community reaches a host without an agent;
 * - silence: v3 credentials are skipped, since a v3 engine would have answered; communities are tried, because
 *   agents with v1 or v2c only ignore v3, and only a community distinguishes them from a silent host.
 *
 * Rejects only if aborted.
 */
export async function probeSnmp(options: SnmpProbeOptions): Promise<SnmpProbeResult> {
  const discovery = await discover(options)
  if (discovery instanceof SnmpError && !isSilence(discovery)) {
    const attempt: AuditAttempt = { protocol: 'snmp', port: options.port, ...reasonOf(discovery) }
    return { outcome: 'no-answer', detail: discovery.message, tried: [attempt] }
  }
  const engine = !(discovery instanceof SnmpError)
  const trialOptions = { ...options, credentials: inOrder(options) }
  const trial = engine
    ? await tryOnEngine(trialOptions, discovery.engine, discovery.roundTripMs)
    : await tryInSilence(trialOptions)
  return trial.worked ? { ...(await read(options, trial.tried, trial.worked)), engine } : unread(trial.tried, engine)
}

/**
 * Sorts credentials: first the one that worked last, then from the one at which the attempts of a previous day ended.
 */
function inOrder({ credentials, known, attempts }: SnmpProbeOptions): SnmpCredential[] {
  const resumeAt = attempts?.resumeAt()
  const start =
    resumeAt === undefined
      ? 0
      : Math.max(
          0,
          credentials.findIndex(({ id }) => id === resumeAt),
        )
  const turned = [...credentials.slice(start), ...credentials.slice(0, start)]
  const isKnown = ({ id }: SnmpCredential) => id !== undefined && id === known?.credentialId
  return [...turned.filter(isKnown), ...turned.filter((credential) => !isKnown(credential))]
}

type Discovery = { engine: EngineState; roundTripMs: number }

function discover(options: SnmpProbeOptions): Promise<Discovery | SnmpError> {
  return options.transport.connectedSockets.use(async () => {
    const started = performance.now()
    try {
      const silent = options.known?.engine === false
      const patience: Patience = {
        timeoutMs: Math.min(options.timeoutMs, silent ? silentHostMs : discoveryTimeoutMs),
        retries: silent ? 0 : options.retries,
        signal: options.signal,
      }
      return { engine: await discoverConnected(options, patience), roundTripMs: performance.now() - started }
    } catch (error) {
      if (error instanceof SnmpError) return error
      throw error
    }
  })
}

async function read(
  options: SnmpProbeOptions,
  tried: AuditAttempt[],
  { credential, endpoint, isBlind }: NonNullable<Trial['worked']>,
): Promise<SnmpProbeResult> {
  const worked = credential.id === undefined ? {} : { credentialId: credential.id }
  const triedWith = (result: Pick<AuditAttempt, 'reason'>) => [...tried, attemptWith(credential, options.port, result)]
  const nothing = {
    ...({ outcome: 'refused', detail: 'the agent accepts the credential, but shows it nothing' } as const),
    tried: triedWith({ reason: 'nothing-readable' }),
  }
  if (options.loginOnly && isBlind) return nothing
  if (options.loginOnly) {
    const detail = `login works by SNMP${endpoint.version}`
    return { outcome: 'ok', detail, tried: triedWith({ reason: 'login-works' }), ...worked }
  }
  try {
    const observation = observe(await readDevice(createSession(endpoint, options)))
    if (isBlind && isEmpty(observation)) return nothing
    const detail = `read by SNMP${endpoint.version}`
    return { outcome: 'ok', detail, tried: triedWith(readResult(observation.truncated ?? [])), ...worked, observation }
  } catch (error) {
    if (!(error instanceof SnmpError)) throw error
    // The credential has just worked: silence is no refusal.
    const result = isSilence(error) ? { reason: 'stopped-answering' as const } : reasonOf(error)
    const outcome = isRefusal(error) ? 'refused' : 'failed'
    return { outcome, detail: error.message, tried: triedWith(result), ...worked }
  }
}

const isEmpty = ({ name, evidence, network }: SnmpObservation): boolean =>
  name === '' && evidence?.length === 0 && !network?.interfaces?.length

function unread(tried: AuditAttempt[], engineAnswers: boolean): SnmpProbeResult {
  if (tried.length === 0) {
    const detail = engineAnswers
      ? 'an SNMP engine answers, but there is no credential to try'
      : 'no answer, and no credential to try'
    return { outcome: engineAnswers ? 'refused' : 'no-answer', detail, tried }
  }
  const byResult = Map.groupBy(tried, (attempt) => describeAttempt(attempt))
  const results = [...byResult].map(([text, { length }]) => (length > 1 ? `${length} x ${text}` : text)).join('; ')
  if (engineAnswers)
    return { outcome: 'refused', detail: `an SNMP engine answers but accepts no credential (${results})`, tried }
  return { outcome: 'no-answer', detail: results, tried }
}
