import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'
import { networkOf } from '../../lib/caller-address.ts'

export type ConnectionLimits = {
  /** Connections that carried no authenticated call: of all callers, and of one network (see `networkOf`). */
  strangersMax: number
  strangersPerNetworkMax: number
  /** Connections that keep their place since they carried an authenticated call: of all callers, and of one. */
  trustedMax: number
  trustedPerCallerMax: number
  /** Calls that one stranger's connection may send before it has taken the first answer: each holds an answer in memory. */
  strangerCallsOpenMax: number
  /** Such calls of a connection that carried an authenticated one. */
  trustedCallsOpenMax: number
}

/** Together 2,000 connections; some 50 KiB each. */
const defaults: ConnectionLimits = {
  strangersMax: 1_000,
  strangersPerNetworkMax: 250,
  trustedMax: 1_000,
  trustedPerCallerMax: 100,
  strangerCallsOpenMax: 4,
  trustedCallsOpenMax: 16,
}

/** The part of a socket that is needed here. */
type Closable = { destroy(): unknown; once(event: 'close', listener: () => void): unknown }

export type Connection = { readonly network: string; readonly socket: Closable }

/** A call on a connection, from its headers to its answer. */
export type Call = {
  /** Whether somebody was authenticated by this call. */
  isAuthenticated(): boolean
  authenticated(callerId: string): void
  end(): void
}

type Entry = Connection & { callsOpen: number; callerId: string | undefined }

export type Connections = {
  /** A trusted proxy speaks for many callers: it may have the places of all strangers. */
  open(socket: Closable, address: string, isProxy?: boolean): Connection
  /** Undefined when the connection has too many calls open: it is closed then. */
  begin(connection: Connection): Call | undefined
}

const logEveryMs = 60_000

/**
 * Bounds the connections so that nobody locks others out. A connection that carried an authenticated call keeps its place.
 * Among all others a new one takes the place of another: of its own network when that has as many as it may, else of the
 * network that has the most. An idle connection goes before one with a call that is not answered, and the one that did
 * nothing for the longest time goes first.
 */
export function createConnections(log: Logger, limits: Partial<ConnectionLimits> = {}): Connections {
  const max = { ...defaults, ...limits }
  /** Connections that can lose their place, the last active at the end. */
  const strangers = new Set<Entry>()
  const strangersOf = new Map<string, number>()
  const trustedOf = new Map<string, number>()
  let trusted = 0
  let loggedAtMs = -Infinity

  function remove(entry: Entry): void {
    if (entry.callerId !== undefined) {
      trusted -= 1
      add(trustedOf, entry.callerId, -1)
      entry.callerId = undefined
    } else if (strangers.delete(entry)) add(strangersOf, entry.network, -1)
  }

  function makeRoom(network: string, isProxy: boolean): void {
    const isOwnFull = !isProxy && (strangersOf.get(network) ?? 0) >= max.strangersPerNetworkMax
    if (!isOwnFull && strangers.size < max.strangersMax) return
    const victim = leastWanted(isOwnFull ? network : undefined)
    if (!victim) return
    remove(victim)
    victim.socket.destroy()
    if (performance.now() - loggedAtMs < logEveryMs) return
    loggedAtMs = performance.now()
    const facts = {
      network: victim.network,
      ofNetwork: strangersOf.get(victim.network) ?? 0,
      strangers: strangers.size,
    }
    log.warn(facts, 'https: too many connections without authentication; the longest idle ones are closed')
  }

  function leastWanted(network: string | undefined): Entry | undefined {
    let found: Entry | undefined
    let lowest = Infinity
    for (const entry of strangers) {
      if (network !== undefined && entry.network !== network) continue
      const rank = rankOf(entry)
      if (rank >= lowest) continue
      found = entry
      lowest = rank
    }
    return found
  }

  const rankOf = ({ callsOpen, network }: Entry): number =>
    (callsOpen > 0 ? max.strangersMax + 1 : 0) - (strangersOf.get(network) ?? 0)

  /** It is the last that goes now, among those of its kind. */
  function touch(entry: Entry): void {
    if (strangers.delete(entry)) strangers.add(entry)
  }

  function trust(entry: Entry, callerId: string): void {
    if (!strangers.has(entry) || trusted >= max.trustedMax) return
    if ((trustedOf.get(callerId) ?? 0) >= max.trustedPerCallerMax) return
    remove(entry)
    entry.callerId = callerId
    trusted += 1
    add(trustedOf, callerId, 1)
  }

  return {
    open(socket, address, isProxy = false) {
      const network = networkOf(address)
      makeRoom(network, isProxy)
      const entry: Entry = { network, socket, callsOpen: 0, callerId: undefined }
      strangers.add(entry)
      add(strangersOf, network, 1)
      socket.once('close', () => remove(entry))
      return entry
    },
    begin(connection) {
      const entry = connection as Entry
      if (entry.callsOpen >= (strangers.has(entry) ? max.strangerCallsOpenMax : max.trustedCallsOpenMax)) {
        entry.socket.destroy()
        return undefined
      }
      entry.callsOpen += 1
      touch(entry)
      let isAuthenticated = false
      return {
        isAuthenticated: () => isAuthenticated,
        authenticated(callerId) {
          isAuthenticated = true
          trust(entry, callerId)
        },
        end() {
          entry.callsOpen -= 1
          touch(entry)
        },
      }
    },
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
