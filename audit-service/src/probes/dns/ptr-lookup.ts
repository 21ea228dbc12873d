import { Resolver } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from '@rollcall/shared/errors.ts'
import ipaddr from 'ipaddr.js'
import { arpaName } from './arpa-name.ts'

export type PtrLookup = {
  /** Resolves with the PTR name of the address without its final dot; undefined if there is none. */
  nameOf(address: string): Promise<string | undefined>
  /** Cancels pending queries. */
  close(): void
}

type PtrResolver = { resolvePtr(name: string): Promise<string[]>; cancel(): void }

/** Measured by a timer of our own: the resolver library waits for at least a second. */
const canaryTimeoutMs = 300
const timeoutMs = 2_000
/** Failures in a row after which the name servers count as unreachable. */
const failuresMax = 3
/** Concurrent queries, however many hosts are found at once. */
const questionsMax = 64
/** Name servers answer this address themselves (RFC 6303), so silence means that there is none. */
const canary = '1.0.0.127.in-addr.arpa'

/** True if the system's name servers answered the canary of the last scan; shared by scans. */
export type NameServers = { answered?: boolean }

/**
 * Resolves addresses by the system's name servers. Never rejects, because a name is optional. A canary query at the
 * start shows if they answer at all; otherwise no host waits for them. After an earlier scan has sent a canary, no host
 * waits for this one.
 */
export function createPtrLookup(
  servers: NameServers = {},
  lookup: PtrResolver = new Resolver({ timeout: timeoutMs, tries: 1 }),
): PtrLookup {
  const canaryResult = queryCanary(servers, lookup)
  let failures = 0
  let pending = 0
  const waiting: (() => void)[] = []
  const turn = async () => {
    if (pending >= questionsMax) await new Promise<void>((resolve) => waiting.push(resolve))
    else pending += 1
  }
  const nextTurn = () => {
    const next = waiting.shift()
    if (next) next()
    else pending -= 1
  }
  return {
    close: () => lookup.cancel(),
    async nameOf(address) {
      const ip = ipaddr.process(address)
      if (ip.range() === 'loopback') return undefined
      if (!(servers.answered ?? (await canaryResult))) return undefined
      await turn()
      try {
        if (failures >= failuresMax) return undefined
        const [name] = await lookup.resolvePtr(arpaName(ip))
        failures = 0
        return name?.replace(/\.$/, '').toLowerCase()
      } catch (error) {
        failures = isAnswer(error) ? 0 : failures + 1
        return undefined
      } finally {
        nextTurn()
      }
    },
  }
}

async function queryCanary(servers: NameServers, lookup: PtrResolver): Promise<boolean> {
  let isCancelled = false
  const answers = lookup.resolvePtr(canary).then(
    () => true,
    (error: unknown) => {
      isCancelled = codeOf(error) === 'ECANCELLED'
      return isAnswer(error)
    },
  )
  const answered = await Promise.race([answers, delay(canaryTimeoutMs, false, { ref: false })])
  // A scan that ended early says nothing about the servers.
  if (!isCancelled) servers.answered = answered
  return answered
}

/** Returns true for "no such name", which is an answer; every other error means a failing name server. */
function isAnswer(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOTFOUND' || code === 'ENODATA'
}
