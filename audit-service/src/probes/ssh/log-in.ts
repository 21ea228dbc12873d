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
  /** The host was asked to let the user in, and did not. */
  | { result: 'rejected'; detail: string }
  /** The host takes other methods: nothing was asked of it. */
  | { result: 'unfit'; detail: string }
  /** No other credential would fare better. */
  | { result: 'stopped'; outcome: 'no-answer' | 'refused' | 'failed'; detail: string }

const connectTimeoutMs = 3_000
/** Key exchange and authentication: some hosts look the caller up in DNS first. */
const loginTimeoutMs = 20_000
/** A connection that is dead is noticed within their product. */
const keepaliveIntervalMs = 5_000
const keepaliveCountMax = 3

/**
 * One connection, one credential, one attempt: no host counts more than one failure (MaxAuthTries of sshd_config). A host
 * with another key than the pinned one gets nothing. The key of an unknown host is pinned before a password is offered to
 * it, and after a login by key: a failed one makes no host known. `wasKnown`: the host had a pin before this audit.
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
  let asked: AuthenticationType | undefined
  const onAbort = () => client.destroy()
  const settle = (login: Login) => {
    resolve(login)
    signal.removeEventListener('abort', onAbort)
    if (login.result !== 'in') client.destroy()
  }
  /** Whatever ends the connection once the host was asked counts as its answer: it may count it as a failure, too. */
  const end = (why: string) => {
    const stopped = { result: 'stopped', outcome: 'failed' } as const
    if (signal.aborted) settle({ ...stopped, detail: messageOf(signal.reason) })
    else if (asked === undefined || asked === 'none') settle({ ...stopped, detail: why })
    else settle({ result: 'rejected', detail: `${method.username} was not let in by ${asked} (${why})` })
  }
  const isKnown = (pin: Pin, shown: ServerKey): boolean => {
    if (pin.fingerprint === shown.fingerprint) return true
    settle({ result: 'stopped', outcome: 'refused', detail: describeChange(pin, shown, hostKeys.stateDir) })
    return false
  }
  /** False where the host is known by another key: another audit may have pinned it meanwhile. */
  const pinNow = async (shown: ServerKey): Promise<boolean> => {
    const pin = { address, port, ...shown, pinnedAt: new Date().toISOString() }
    return isKnown(pinned ?? (await hostKeys.pin(pin)), shown)
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
  /** Undefined where the connection has come to its end. */
  const nextAttempt = async (
    methodsLeft: readonly AuthenticationType[],
    isPartial: boolean,
  ): Promise<AnyAuthMethod | undefined> => {
    if (asked === undefined && key) {
      // The key exchange is over, and with it the host's proof that the key is its own.
      const refusal = wasKnown ? undefined : unknownHostRefusal(key)
      if (refusal) return void settle(refusal)
      if (!method.isByKey && !(await pinNow(key))) return undefined
      // What the host takes is its answer to this (RFC 4252 section 5.2).
      asked = 'none'
      return { type: 'none', username: method.username }
    }
    if (asked !== 'none') return void end(isPartial ? 'it wants a further proof' : 'refused')
    asked = method.names.find((name) => methodsLeft.includes(name))
    if (asked !== undefined) return method.attempt(asked)
    const taken = methodsLeft.join(', ') || 'none'
    return void settle({ result: 'unfit', detail: `${method.username}: the host's login methods are ${taken}` })
  }

  client.on('ready', () => {
    if (!key) return
    const shown = key
    pinNow(shown).then(
      (isPinned) => isPinned && settle({ result: 'in', client, key: shown }),
      (error: unknown) => settle({ result: 'stopped', outcome: 'failed', detail: messageOf(error) }),
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
      return pinned === undefined || isKnown(pinned, key)
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
  return `It showed ${fingerprint} (${type}) and was sent nothing. If that is its key, on this Audit Service's machine: rollcall audit-service trust-host-key ${address} ${type} ${fingerprint} --state-dir ${stateDir}`
}

function describeChange({ address, ...pin }: Pin, shown: ServerKey, stateDir: string): string {
  const forget = `rollcall audit-service forget-host-key ${address} --state-dir ${stateDir}`
  return `${keyChangeText}: known by ${pin.fingerprint} (${pin.type}, ${pin.pinnedAt}), it showed ${shown.fingerprint} (${shown.type}) and was sent nothing. If that is rightful, on this Audit Service's machine: ${forget}`
}
