import { setTimeout as delay } from 'node:timers/promises'
import type { SnmpCommunityCredential, SnmpCredential } from '@rollcall/shared/messages/credential.ts'
import type { AuditAttempt } from '@rollcall/shared/messages/host-audit.ts'
import { attemptWith, reasonOf } from './attempt.ts'
import { encodeOid } from './ber-writer.ts'
import { communityEndpoint, type SnmpEndpoint } from './endpoint.ts'
import { type EngineState, v3Endpoint } from './endpoint-v3.ts'
import { isRefusal, isSilence, SnmpError } from './errors.ts'
import { oid } from './oid.ts'
import { PduType, type ReceivedPdu } from './pdu.ts'
import type { Patience, SnmpTarget, UdpTransport } from './transport.ts'
import type { UsmKeyCache } from './usm-keys.ts'
import { isException } from './varbind.ts'

/** Result of the credentials. `tried` also names every skipped credential, but not the one that worked. */
export type Trial = { tried: AuditAttempt[]; worked?: Worked | undefined }

/** A credential that the agent accepts. `isBlind`: it may not read the objects that every agent has. */
type Worked = { credential: SnmpCredential; endpoint: SnmpEndpoint; isBlind: boolean }

/** Limit of the credentials that a host may refuse in a day, by all callers together. */
export type Attempts = {
  refusedToday: () => number
  refused: () => void
  /** Returns the first credential of the next day, which was not tried because the attempts were used up. */
  resumeAt: () => string | undefined
  stoppedAt: (credentialId: string) => void
}

type TrialOptions = SnmpTarget &
  Patience & {
    credentials: readonly SnmpCredential[]
    attempts?: Attempts | undefined
    transport: UdpTransport
    keys: UsmKeyCache
  }

/**
 * Enough to try all credentials of a segment of many teams once, and far below what a device treats as an attack: each
 * wrong one is a log entry or a trap, and some devices lock a user after a dozen.
 */
export const refusalsPerDayMax = 16

/** sysObjectID and sysUpTime: small, and present in every agent. */
const firstObjects = ['1.3.6.1.2.1.1.2.0', '1.3.6.1.2.1.1.3.0'].map((text) => encodeOid(oid(text)))
/** A live engine answers the first request within some round trips, or never. */
const roundTripsMax = 20
const aliveTimeoutMinMs = 500
/** For a host that may have no agent: requests are not awaited longer than this and one retry. */
const silentTimeoutMs = 750
/** Delay between two communities to a silent host. */
const staggerMs = 250
const silentCommunitiesMax = 8

/**
 * Tries each credential in turn on an engine that answered discovery, until one works or the day's attempts are used
 * up. One that the agent accepts without showing anything is only used if no other works.
 */
export async function tryOnEngine(options: TrialOptions, engine: EngineState, roundTripMs: number): Promise<Trial> {
  const timeoutMs = Math.min(options.timeoutMs, Math.max(aliveTimeoutMinMs, Math.ceil(roundTripMs * roundTripsMax)))
  const tried: AuditAttempt[] = []
  let blind: Worked | undefined
  for (const [i, credential] of options.credentials.entries()) {
    const refused = options.attempts?.refusedToday() ?? 0
    if (refused >= refusalsPerDayMax) {
      if (credential.id !== undefined) options.attempts?.stoppedAt(credential.id)
      const left = { reason: 'attempts-used-up', used: refused, limit: refusalsPerDayMax } as const
      const skipped = options.credentials.slice(i).map((each) => attemptWith(each, options.port, left))
      return { tried: [...tried, ...skipped], worked: blind }
    }
    const endpoint = endpointFor(options, credential, engine)
    try {
      const isBlind = seesNothing(
        await endpoint.request({ type: PduType.get, oids: firstObjects }, { ...options, timeoutMs }),
      )
      const worked = { credential, endpoint, isBlind }
      if (!isBlind) return { tried: [...tried, ...attemptsOfBlind(blind, options.port)], worked }
      if (blind) tried.push(...attemptsOfBlind(worked, options.port))
      blind ??= worked
    } catch (error) {
      if (!(error instanceof SnmpError)) throw error
      // A live engine does not answer a wrong community.
      if (isWrong(error)) options.attempts?.refused()
      // An agent that answers discovery drops a wrong community without an answer.
      const isWrongCommunity = credential.kind === 'snmp-community' && isSilence(error)
      const result = isWrongCommunity ? { reason: 'wrong-community' as const } : reasonOf(error)
      tried.push(attemptWith(credential, options.port, result))
    }
  }
  return { tried, worked: blind }
}

const attemptsOfBlind = (blind: Worked | undefined, port: number): AuditAttempt[] =>
  blind ? [attemptWith(blind.credential, port, { reason: 'nothing-readable' })] : []

const seesNothing = ({ errorStatus, varbinds }: ReceivedPdu): boolean =>
  errorStatus === 0 && varbinds.length > 0 && varbinds.every(isException)

/**
 * Tries communities without an engine's answer: the agent has no v3 or, more often, there is none. Communities follow
 * one another without awaiting each time-out, so that a host without an agent costs little more than one of them.
 */
export async function tryInSilence(options: TrialOptions): Promise<Trial> {
  const communities = options.credentials.filter((credential) => credential.kind === 'snmp-community')
  const tried = options.credentials
    .filter(({ kind }) => kind === 'snmp-v3')
    .map((credential) => attemptWith(credential, options.port, { reason: 'no-snmp-v3' }))
  const ended = new AbortController()
  const patience = {
    retries: options.retries,
    timeoutMs: Math.min(options.timeoutMs, silentTimeoutMs),
    signal: options.signal ? AbortSignal.any([options.signal, ended.signal]) : ended.signal,
  }
  const first = Promise.withResolvers<Trial['worked']>()
  const ask = async (credential: SnmpCommunityCredential) => {
    const endpoint = endpointFor(options, credential)
    try {
      const answer = await endpoint.request({ type: PduType.get, oids: firstObjects }, patience)
      first.resolve({ credential, endpoint, isBlind: seesNothing(answer) })
    } catch (error) {
      if (error instanceof SnmpError) tried.push(attemptWith(credential, options.port, reasonOf(error)))
      else first.reject(error)
    }
  }
  const asked: Promise<void>[] = []
  for (const credential of communities.slice(0, silentCommunitiesMax)) {
    asked.push(ask(credential))
    if (await Promise.race([first.promise, delay(staggerMs)])) break
  }
  Promise.all(asked).then(() => first.resolve(undefined))
  const worked = await first.promise
  ended.abort()
  if (worked) return { tried, worked }
  const passedOver = communities.slice(silentCommunitiesMax)
  tried.push(...passedOver.map((credential) => attemptWith(credential, options.port, { reason: 'not-tried' })))
  return { tried }
}

/** Returns true if the credential was refused, which the device may have logged. */
const isWrong = (error: SnmpError): boolean =>
  isSilence(error) || (isRefusal(error) && error.kind !== 'not-authorized' && error.kind !== 'unknown-context')

function endpointFor(options: TrialOptions, credential: SnmpCredential, engine?: EngineState): SnmpEndpoint {
  const target = { address: options.address, port: options.port }
  if (credential.kind === 'snmp-community') return communityEndpoint(options.transport, target, credential)
  // Each user has its own estimate of the engine's clock.
  return v3Endpoint(options.transport, target, credential, options.keys, engine && { ...engine })
}
