import type { Socket } from 'node:net'
import { messageOf } from '@rollcall/shared/errors.ts'
import ssh2, { type AnyAuthMethod, type AuthenticationType, type Client } from 'ssh2'
import { type HostKeys, keyChangeText, type Pin, unknownKeyText } from './host-keys.ts'
import type { LoginMethod } from './login-method.ts'
import { hostKeyAlgorithms, type ServerKey, serverKeyOf } from './server-key.ts'
import { connectTcp } from './tcp.ts'

export type LoginTarget = { address: string; port: number; hostKeys: HostKeys; signal: AbortSignal }

export type Login =
  | { result: 'in'; client: Client; key: ServerKey }
  /** The host refused the login. */
  | { result: 'rejected'; detail: string }
  /** The host accepts only other methods: no login was tried. */
  | { result: 'unfit'; detail: string }
  /** Other credentials would fail in the same way. */
  | { result: 'stopped'; outcome: 'no-answer' | 'refused' | 'failed'; detail: string }

const connectTimeoutMs = 3_000
/** Time limit of key exchange and authentication: some hosts look up the client in DNS first. */
const loginTimeoutMs = 20_000
/** A dead connection is detected within the product of these. */
const keepaliveIntervalMs = 5_000
const keepaliveCountMax = 3

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
    return { result: 'stopped', outcome: 'no-answer', detail: `port ${port}: ${messageOf(error)}` }
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
  const end = (why: string) => {
    const stopped = { result: 'stopped', outcome: 'failed' } as const
    if (signal.aborted) finish({ ...stopped, detail: messageOf(signal.reason) })
    else if (attempted === undefined || attempted === 'none') finish({ ...stopped, detail: why })
    else finish({ result: 'rejected', detail: `${method.username} was refused by ${attempted} (${why})` })
  }
  const matchesPin = (pin: Pin, shown: ServerKey): boolean => {
    if (pin.fingerprint === shown.fingerprint) return true
    finish({ result: 'stopped', outcome: 'refused', detail: describeChange(pin, shown, hostKeys.stateDir) })
    return false
  }
  /** Pins the key. Returns false if another key is pinned: another audit may have pinned it meanwhile. */
  const pinNow = async (shown: ServerKey): Promise<boolean> => {
    const pin = { address, port, ...shown, pinnedAt: new Date().toISOString() }
    return matchesPin(pinned ?? (await hostKeys.pin(pin)), shown)
  }
  const unknownHostRefusal = (shown: ServerKey): Login | undefined => {
    const detail = describeUnknown(address, shown, hostKeys.stateDir)
    if (hostKeys.requirePinned) {
      return {
        result: 'stopped',
        outcome: 'refused',
        detail: `${unknownKeyText}: this site requires a known one. ${detail}`,
      }
    }
    if (method.offersToUnknownHosts) return undefined
    const why = `the password of ${method.username} is not offered to hosts with an unknown key`
    return { result: 'unfit', detail: `${why}. ${detail}` }
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
    if (attempted !== 'none') return void end(isPartial ? 'it requires further authentication' : 'refused')
    attempted = method.names.find((name) => methodsLeft.includes(name))
    if (attempted !== undefined) return method.attempt(attempted)
    const taken = methodsLeft.join(', ') || 'none'
    return void finish({ result: 'unfit', detail: `${method.username}: the host's login methods are ${taken}` })
  }

  client.on('ready', () => {
    if (!key) return
    const shown = key
    pinNow(shown).then(
      (isPinned) => isPinned && finish({ result: 'in', client, key: shown }),
      (error: unknown) => finish({ result: 'stopped', outcome: 'failed', detail: messageOf(error) }),
    )
  })
  client.on('error', (error) => end(error.message))
  client.on('close', () => end('the host closed the connection'))
  client.on('change password', () => end('the password has expired'))
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
        (error: unknown) => end(messageOf(error)),
      )
    },
  })
}

function describeUnknown(address: string, { type, fingerprint }: ServerKey, stateDir: string): string {
  return `It showed ${fingerprint} (${type}), and no credential was sent. If that is its key, run on this Audit Service's machine: rollcall audit-service trust-host-key ${address} ${type} ${fingerprint} --state-dir ${stateDir}`
}

function describeChange({ address, ...pin }: Pin, shown: ServerKey, stateDir: string): string {
  const forget = `rollcall audit-service forget-host-key ${address} --state-dir ${stateDir}`
  return `${keyChangeText}: pinned is ${pin.fingerprint} (${pin.type}, ${pin.pinnedAt}), it showed ${shown.fingerprint} (${shown.type}), and no credential was sent. If the change is legitimate, run on this Audit Service's machine: ${forget}`
}
