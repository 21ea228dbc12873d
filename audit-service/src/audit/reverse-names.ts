import { Resolver } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { reverseName } from '../probes/dns/reverse-name.ts'

export type ReverseNames = {
  /** The PTR name of the address, without its final dot; undefined when there is none. */
  nameOf(address: string): Promise<string | undefined>
  /** Gives up what is still asked. */
  close(): void
}

type PtrLookup = { resolvePtr(name: string): Promise<string[]>; cancel(): void }

/** By our own clock: the resolver library waits for a second at least, whatever it is told. */
const canaryTimeoutMs = 300
const timeoutMs = 2_000
/** After so many failures in a row the name servers are taken for gone. */
const failuresMax = 3
/** Questions at a time, however many hosts are found at once. */
const questionsMax = 64
/** Name servers answer this themselves (RFC 6303), so silence means that there is none. */
const canary = '1.0.0.127.in-addr.arpa'

/** Whether the system's name servers answered the last scan's first question; shared by scans. */
export type NameServers = { answered?: boolean }

/**
 * Asks the system's name servers who an address is. Never fails: a name is nice to have. A first question, at once, tells
 * whether they answer at all; when they do not, no host waits for them. Where an earlier scan has asked, none waits for
 * that answer either.
 */
export function createReverseNames(
  servers: NameServers = {},
  lookup: PtrLookup = new Resolver({ timeout: timeoutMs, tries: 1 }),
): ReverseNames {
  const asked = queryCanary(servers, lookup)
  let failures = 0
  let asking = 0
  const waiting: (() => void)[] = []
  const turn = async () => {
    if (asking >= questionsMax) await new Promise<void>((resolve) => waiting.push(resolve))
    else asking += 1
  }
  const nextTurn = () => {
    const next = waiting.shift()
    if (next) next()
    else asking -= 1
  }
  return {
    close: () => lookup.cancel(),
    async nameOf(address) {
      const ip = ipaddr.process(address)
      if (ip.range() === 'loopback') return undefined
      if (!(servers.answered ?? (await asked))) return undefined
      await turn()
      try {
        if (failures >= failuresMax) return undefined
        const [name] = await lookup.resolvePtr(reverseName(ip))
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

async function queryCanary(servers: NameServers, lookup: PtrLookup): Promise<boolean> {
  let isCancelled = false
  const answers = lookup.resolvePtr(canary).then(
    () => true,
    (error: unknown) => {
      isCancelled = codeOf(error) === 'ECANCELLED'
      return isAnswer(error)
    },
  )
  const answered = await Promise.race([answers, delay(canaryTimeoutMs, false, { ref: false })])
  // The end of a scan that was over before says nothing about them.
  if (!isCancelled) servers.answered = answered
  return answered
}

/** "No such name" is an answer; anything else is a name server that does not do its work. */
function isAnswer(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOTFOUND' || code === 'ENODATA'
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
