import { randomBytes } from 'node:crypto'
import type { SnmpAuthProtocol, SnmpPrivProtocol, SnmpV3Credential } from '@rollcall/shared/messages/credential.ts'
import { authorized, type SnmpEndpoint } from './endpoint.ts'
import { isSilence, SnmpError } from './errors.ts'
import {
  decodeMessage,
  decodeScopedPdu,
  encodeScopedPdu,
  encodeV3Message,
  MessageFlag,
  type V3Message,
} from './message.ts'
import { type PduRequest, PduType, type ReceivedPdu } from './pdu.ts'
import type { Patience, SnmpTarget, UdpTransport } from './transport.ts'
import { decrypt, encrypt, isAuthentic, makeSalt, sign } from './usm.ts'
import { authProtocols, type UsmKeyCache } from './usm-keys.ts'
import { ReportOid, reportError, reportedOid } from './usm-report.ts'

const noBytes = Buffer.alloc(0)
/** An engine rejects messages outside its time window of 150 s (RFC 3414, section 2.2.3). */
const timeWindowSeconds = 150

/** snmpEngineID and our estimate of the engine's clock. */
export type EngineState = {
  engineId: Buffer
  boots: number
  /** snmpEngineTime in seconds at `seenAtMs`. */
  time: number
  seenAtMs: number
}

/** Returns the unauthenticated message that every v3 engine answers with its engine id (RFC 3414, section 4). */
export function discoveryMessage(id: number): Buffer {
  const usm = {
    engineId: noBytes,
    boots: 0,
    time: 0,
    user: '',
    authenticationParameters: noBytes,
    privacyParameters: noBytes,
  }
  const pdu = { type: PduType.get, oids: [], requestId: id }
  const scoped = encodeScopedPdu({ contextEngineId: noBytes, contextName: noBytes, pdu })
  return encodeV3Message({ messageId: id, flags: MessageFlag.reportable, usm }, scoped).bytes
}

export function readDiscoveryAnswer(bytes: Buffer, id: number): EngineState | undefined {
  const message = decodeMessage(bytes)
  if (message.version !== 3 || message.messageId !== id || message.usm.engineId.length === 0) return undefined
  const { engineId, boots, time } = message.usm
  return { engineId: Buffer.from(engineId), boots, time, seenAtMs: performance.now() }
}

export function discoverEngine(transport: UdpTransport, target: SnmpTarget, patience: Patience): Promise<EngineState> {
  const id = transport.nextId()
  const accept = (bytes: Buffer) => readDiscoveryAnswer(bytes, id)
  return transport.exchange({ patience, target, id, message: discoveryMessage(id), accept })
}

type Security = {
  flags: number
  auth?: { protocol: SnmpAuthProtocol; key: Buffer }
  priv?: { protocol: SnmpPrivProtocol; key: Buffer }
}

/** Creates an endpoint; `engine` avoids the discovery if it was already done. */
export function v3Endpoint(
  transport: UdpTransport,
  target: SnmpTarget,
  credential: SnmpV3Credential,
  keys: UsmKeyCache,
  engine?: EngineState,
): SnmpEndpoint {
  let current = engine
  /** An answer has arrived: user, passwords and protocols are correct. */
  let proven = false
  let saltCounter = randomBytes(8).readBigUInt64BE()

  async function request(pduRequest: PduRequest, patience: Patience): Promise<ReceivedPdu> {
    let resyncs = 0
    for (;;) {
      current ??= await discoverEngine(transport, target, patience)
      const answer = await once(pduRequest, patience, current).catch((error: unknown) => {
        throw proven || !isSilence(error) ? error : (dropped(credential) ?? error)
      })
      if (answer.type !== PduType.report) {
        proven = true
        return authorized(answer)
      }
      const reported = reportedOid(answer)
      const again = reported === ReportOid.notInTimeWindows || reported === ReportOid.unknownEngineIds
      if (!again || resyncs >= 2) throw reportError(answer)
      resyncs += 1
      // Another engine now answers at this address (a replaced device, a failover): discover it.
      if (reported === ReportOid.unknownEngineIds) current = undefined
    }
  }

  function once(pduRequest: PduRequest, patience: Patience, state: EngineState): Promise<ReceivedPdu> {
    const security = securityFor(credential, keys, state.engineId)
    const id = transport.nextId()
    const name = pduRequest.vlan === undefined ? (credential.contextName ?? '') : `vlan-${pduRequest.vlan}`
    const contextName = Buffer.from(name, 'utf8')
    const plain = encodeScopedPdu({
      contextEngineId: state.engineId,
      contextName,
      pdu: { ...pduRequest, requestId: id },
    })
    const message = encode(id, plain, security, state)
    const accept = (bytes: Buffer) => read(bytes, id, security, state)
    return transport.exchange({ patience, target, id, message, accept })
  }

  function encode(id: number, plain: Buffer, security: Security, state: EngineState): Buffer {
    const moment = { boots: state.boots, time: engineTime(state) }
    let data = plain
    let salt: Buffer = noBytes
    if (security.priv) {
      saltCounter += 1n
      salt = makeSalt(security.priv.protocol, state.boots, saltCounter)
      data = encrypt(security.priv.protocol, security.priv.key, moment, salt, plain)
    }
    const usm = {
      engineId: state.engineId,
      ...moment,
      user: credential.user,
      authenticationParameters: security.auth ? Buffer.alloc(authProtocols[security.auth.protocol].macBytes) : noBytes,
      privacyParameters: salt,
    }
    const flags = security.flags | MessageFlag.reportable
    const { bytes, authenticationOffset } = encodeV3Message({ messageId: id, flags, usm }, data)
    if (security.auth) sign(security.auth.protocol, security.auth.key, bytes, authenticationOffset)
    return bytes
  }

  /** Returns the response or report of a valid message; undefined drops a forgery. */
  function read(bytes: Buffer, id: number, security: Security, state: EngineState): ReceivedPdu | undefined {
    const message = decodeMessage(bytes)
    if (message.version !== 3 || message.messageId !== id) return undefined
    const authentic = isFrom(message, bytes, security, state)
    if (message.flags & MessageFlag.auth && security.auth && !authentic) return undefined
    const scoped = openData(message, security)
    if (scoped === undefined) return undefined
    const { pdu } = scoped
    if (authentic) followClock(state, message)
    if (pdu.type === PduType.report) {
      // An engine that does not know the user cannot sign; but only a signed message may set our clock.
      return authentic || reportedOid(pdu) !== ReportOid.notInTimeWindows ? pdu : undefined
    }
    const level = MessageFlag.auth | MessageFlag.priv
    const protectedEnough = (message.flags & level) === (security.flags & level) && (authentic || !security.auth)
    return protectedEnough && pdu.type === PduType.response && pdu.requestId === id ? pdu : undefined
  }

  return { version: 'v3', request }
}

function securityFor(credential: SnmpV3Credential, keys: UsmKeyCache, engineId: Buffer): Security {
  const { securityLevel, authProtocol, authPassword, privProtocol, privPassword } = credential
  if (securityLevel === 'noAuthNoPriv') return { flags: 0 }
  if (authProtocol === undefined || authPassword === undefined) throw incomplete('authentication')
  const auth = { protocol: authProtocol, key: keys.authenticationKey(authProtocol, authPassword, engineId) }
  if (securityLevel === 'authNoPriv') return { flags: MessageFlag.auth, auth }
  if (privProtocol === undefined || privPassword === undefined) throw incomplete('privacy')
  const key = keys.privacyKey(authProtocol, privProtocol, privPassword, engineId)
  return { flags: MessageFlag.auth | MessageFlag.priv, auth, priv: { protocol: privProtocol, key } }
}

const incomplete = (what: string) =>
  new SnmpError('unsupported-security-level', `the credential lacks the ${what} protocol or password its level needs`)

/**
 * Returns the probable reason that an engine does not answer a request. A wrong user or digest is reported; many agents
 * (including net-snmp) silently drop a message that they cannot decrypt, and an unknown context.
 */
function dropped({ securityLevel, contextName }: SnmpV3Credential): SnmpError | undefined {
  const context = contextName ? ['context name'] : []
  const suspects = securityLevel === 'authPriv' ? ['privacy password or protocol', ...context] : context
  if (suspects.length === 0) return undefined
  const kind = securityLevel === 'authPriv' ? 'decryption-error' : 'unknown-context'
  return new SnmpError(kind, `the agent drops the request: probably a wrong ${suspects.join(', or ')}`)
}

const engineTime = (state: EngineState) => state.time + Math.floor((performance.now() - state.seenAtMs) / 1000)

function isFrom(message: V3Message, bytes: Buffer, { auth }: Security, state: EngineState): boolean {
  if (!auth || !(message.flags & MessageFlag.auth) || !message.usm.engineId.equals(state.engineId)) return false
  return isAuthentic(auth.protocol, auth.key, bytes, message.authenticationOffset, message.usm.authenticationParameters)
}

function openData(message: V3Message, { priv }: Security): { pdu: ReceivedPdu } | undefined {
  if (!message.data.encrypted) return message.data.scoped
  if (!priv) return undefined
  const { usm } = message
  const plain = decrypt(priv.protocol, priv.key, usm, usm.privacyParameters, message.data.cipherText)
  return plain === undefined ? undefined : decodeScopedPdu(plain)
}

/** Updates the engine's clock from an authentic message, unless the message is old (RFC 3414, section 3.2.7). */
function followClock(state: EngineState, { usm }: V3Message): void {
  const older =
    usm.boots < state.boots || (usm.boots === state.boots && usm.time < engineTime(state) - timeWindowSeconds)
  if (older && state.boots !== 0) return
  state.boots = usm.boots
  state.time = usm.time
  state.seenAtMs = performance.now()
}
