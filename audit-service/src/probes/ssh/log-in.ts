import type { Socket } from 'node:net'
import { codeOf, messageOf } from '@rollcall/shared/errors.ts'
import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import type { AuditAttempt, AuditReason } from '@rollcall/shared/messages/host-audit.ts'
import ssh2, { type AnyAuthMethod, type AuthenticationType, type Client } from 'ssh2'
import { type HostKeys, keyChangeText, type Pin, unknownKeyText } from './host-keys.ts'
import type { LoginMethod } from './login-method.ts'
import { hostKeyAlgorithms, type ServerKey, serverKeyOf } from './server-key.ts'
import { connectTcp } from './tcp.ts'

export type LoginTarget = { address: string; port: number; hostKeys: HostKeys; signal: AbortSignal }

/** The reason of a failed login as fields of an attempt, and for the operator of the Audit Service in `text`. */
type Failure = { text: string; attempt: Pick<AuditAttempt, 'reason' | 'since' | 'detail'> }

export type Login =
  | { result: 'in'; client: Client; key: ServerKey }
  /** The host refused the login. */
  | ({ result: 'rejected' } & Failure)
  /** The host accepts only other methods: no login was tried. */
  | ({ result: 'unfit' } & Failure)
  /** Other credentials would fail in the same way. */
  | ({ result: 'stopped'; outcome: 'no-answer' | 'refused' | 'failed' } & Failure)

const connectTimeoutMs = 3_000
/** Time limit of key exchange and authentication: some hosts look up the client in DNS first. */
const loginTimeoutMs = 20_000
/** A dead connection is detected within the product of these. */
const keepaliveIntervalMs = 5_000
const keepaliveCountMax = 3
const detailMax = 200

/**
 * Logs in with one connection, one credential and one attempt: no host counts more than one failure (MaxAuthTries of
 * sshd_config). A host with another key than the pinned one receives nothing. The key of an unknown host is pinned
 * before a password is offered, and after a login by key: a failed login pins nothing. `wasKnown`: the host had a pin
 * before this audit.
 */
export async function logIn(target: LoginTarget & { wasKnown: boolean }, method: LoginMethod): Promise<Login> {
  const { address, port, hostKeys, signal } = target
  const pinned = await hostKeys.get(address, port)
  let socket: Socket
  try {
    socket = await connectTcp(address, port, AbortSignal.any([signal, AbortSignal.timeout(connectTimeoutMs)]))
  } catch (error) {
    const text = `port ${port}: ${messageOf(error)}`
    return { result: 'stopped', outcome: 'no-answer', text, attempt: connectFailure(error, signal) }
  }
  return new Promise((resolve) => negotiate(socket, pinned, target, method, resolve))
}

function negotiate(
  socket: Socket,
  pinned: Pin | undefined,
  { address, port, hostKeys, signal, wasKnown }: LoginTarget & { wasKnown: boolean },
  method: LoginMethod,
  resolve: (login: Login) => void,
): void {
  const client = new ssh2.Client()
  let key: ServerKey | undefined
  let attempted: AuthenticationType | undefined
  const onAbort = () => client.destroy()
  const finish = (login: Login) => {
    resolve(login)
    signal.removeEventListener('abort', onAbort)
    if (login.result !== 'in') client.destroy()
  }
  /** A connection that ends during authentication counts as a failure, because the host may count it as well. */
  const end = (why: string, reason: AuditReason = 'connection-lost', refusal: AuditReason = 'login-refused') => {
    const stopped = { result: 'stopped', outcome: 'failed' } as const
    if (signal.aborted) finish({ ...stopped, text: messageOf(signal.reason), attempt: { reason: 'time-limit' } })
    else if (attempted === undefined || attempted === 'none') {
      const attempt = broken(...causeOf(reason, why, { isSilent: socket.bytesRead === 0, hasKey: key !== undefined }))
      finish({ ...stopped, text: attempt.detail, attempt })
    } else
      finish({
        result: 'rejected',
        text: `${method.username} was refused by ${attempted} (${why})`,
        attempt: { reason: refusal },
      })
  }
  const matchesPin = (pin: Pin, shown: ServerKey): boolean => {
    if (pin.fingerprint === shown.fingerprint) return true
    const text = describeChange(pin, shown, hostKeys.stateDir)
    const attempt = { reason: 'host-key-changed', ...sinceOf(pin) } as const
    finish({ result: 'stopped', outcome: 'refused', text, attempt })
    return false
  }
  /** Pins the key. Returns false if another key is pinned: another audit may have pinned it meanwhile. */
  const pinNow = async (shown: ServerKey): Promise<boolean> => {
    const pin = { address, port, ...shown, pinnedAt: new Date().toISOString() }
    return matchesPin(pinned ?? (await hostKeys.pin(pin)), shown)
  }
  const unknownHostRefusal = (shown: ServerKey): Login | undefined => {
    const remedy = describeUnknown(address, shown, hostKeys.stateDir)
    const attempt = { reason: 'host-key-unknown', detail: `${shown.type} ${shown.fingerprint}` } as const
    if (hostKeys.requirePinned) {
      const text = `${unknownKeyText}: this site requires a known one. ${remedy}`
      return { result: 'stopped', outcome: 'refused', text, attempt }
    }
    if (method.offersToUnknownHosts) return undefined
    const why = `the password of ${method.username} is not offered to hosts with an unknown key`
    return { result: 'unfit', text: `${why}. ${remedy}`, attempt }
  }
  /** Returns the next attempt; undefined if the connection has ended. */
  const nextAttempt = async (
    methodsLeft: readonly AuthenticationType[],
    isPartial: boolean,
  ): Promise<AnyAuthMethod | undefined> => {
    if (attempted === undefined && key) {
      // The key exchange has proven that the host owns the key.
      const refusal = wasKnown ? undefined : unknownHostRefusal(key)
      if (refusal) return void finish(refusal)
      if (!method.isByKey && !(await pinNow(key))) return undefined
      // The host answers with the accepted methods (RFC 4252, section 5.2).
      attempted = 'none'
      return { type: 'none', username: method.username }
    }
    if (attempted !== 'none' && isPartial) {
      return void end('it requires further authentication', undefined, 'more-authentication')
    }
    if (attempted !== 'none') return void end('refused')
    attempted = method.names.find((name) => methodsLeft.includes(name))
    if (attempted !== undefined) return method.attempt(attempted)
    const taken = methodsLeft.join(', ') || 'none'
    const text = `${method.username}: the host's login methods are ${taken}`
    const attempt = { reason: 'method-not-offered', detail: cleanText(taken, detailMax) } as const
    return void finish({ result: 'unfit', text, attempt })
  }

  client.on('ready', () => {
    if (!key) return
    const shown = key
    pinNow(shown).then(
      (isPinned) => isPinned && finish({ result: 'in', client, key: shown }),
      (error: unknown) => {
        const text = messageOf(error)
        finish({ result: 'stopped', outcome: 'failed', text, attempt: broken('probe-failed', text) })
      },
    )
  })
  client.on('error', (error) => end(error.message, reasonOf(error)))
  client.on('close', () => end('the host closed the connection'))
  client.on('change password', () => end('the password has expired', undefined, 'password-expired'))
  signal.addEventListener('abort', onAbort)
  client.connect({
    sock: socket,
    username: method.username,
    ident: 'Rollcall',
    readyTimeout: loginTimeoutMs,
    keepaliveInterval: keepaliveIntervalMs,
    keepaliveCountMax,
    algorithms: { serverHostKey: hostKeyAlgorithms(pinned?.type) },
    hostVerifier: (blob: Buffer) => {
      key = serverKeyOf(blob)
      return pinned === undefined || matchesPin(pinned, key)
    },
    authHandler: (methodsLeft, isPartial, next) => {
      nextAttempt(methodsLeft, isPartial).then(
        (attempt) => attempt && next(attempt),
        (error: unknown) => end(messageOf(error), 'probe-failed'),
      )
    },
  })
}

/** Returns the reason of a connection that ended before a login was tried. */
const broken = (reason: AuditReason, why: string) => ({ reason, detail: cleanText(why, detailMax) })

/** Explains a connection that ended before a login was tried. */
function causeOf(
  reason: AuditReason,
  why: string,
  { isSilent, hasKey }: { isSilent: boolean; hasKey: boolean },
): [reason: AuditReason, why: string] {
  if (reason === 'login-timeout' && isSilent) return [reason, 'the port is open, but the host sends nothing']
  if (reason === 'login-timeout' && !hasKey) return [reason, 'no SSH key exchange takes place']
  if (isSilent) return ['connection-lost', `${why}: the host sent no greeting, as with too many connections`]
  return [reason, reason === 'malformed-answer' && !hasKey ? `no SSH 2 server: ${why}` : why]
}

function connectFailure(error: unknown, signal: AbortSignal): Failure['attempt'] {
  if (signal.aborted) return { reason: 'time-limit' }
  const code = codeOf(error)
  if (code === 'ECONNREFUSED') return { reason: 'port-closed' }
  if (code === undefined || code === 'ETIMEDOUT') return { reason: 'no-answer' }
  return broken('unreachable', messageOf(error))
}

function reasonOf(error: Error & { level?: string }): AuditReason {
  if (error.level === 'client-timeout') return 'login-timeout'
  if (error.level === 'handshake' && /\bno matching\b/.test(error.message)) return 'no-common-algorithm'
  const isOld = error.message === 'Invalid identification string'
  return isOld || error.level === 'handshake' || error.level === 'protocol' ? 'malformed-answer' : 'connection-lost'
}

/** A pin that was added by hand may lack a usable time. */
function sinceOf({ pinnedAt }: Pin): Pick<AuditAttempt, 'since'> {
  const time = Date.parse(pinnedAt)
  return Number.isNaN(time) ? {} : { since: new Date(time).toISOString() }
}

function describeUnknown(address: string, { type, fingerprint }: ServerKey, stateDir: string): string {
  return `It showed ${fingerprint} (${type}), and no credential was sent. If that is its key, run on this Audit Service's machine: rollcall audit-service trust-host-key ${address} ${type} ${fingerprint} --state-dir ${stateDir}`
}

function describeChange({ address, ...pin }: Pin, shown: ServerKey, stateDir: string): string {
  const forget = `rollcall audit-service forget-host-key ${address} --state-dir ${stateDir}`
  return `${keyChangeText}: pinned is ${pin.fingerprint} (${pin.type}, ${pin.pinnedAt}), it showed ${shown.fingerprint} (${shown.type}), and no credential was sent. If the change is legitimate, run on this Audit Service's machine: ${forget}`
}
