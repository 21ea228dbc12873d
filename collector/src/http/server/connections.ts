import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'
import { networkOf } from '../../lib/caller-address.ts'

export type ConnectionLimits = {
  /** Connections without an authenticated call: of all callers, and of one network (see `networkOf`). */
  strangersMax: number
  strangersPerNetworkMax: number
  /** Connections that are kept because they carried an authenticated call: of all callers, and of one. */
  trustedMax: number
  trustedPerCallerMax: number
  /**
   * Calls that an unauthenticated connection may send before it has read the first response; each holds a response in
   * memory.
   */
  strangerCallsOpenMax: number
  /** Open calls of a connection that carried an authenticated call. */
  trustedCallsOpenMax: number
}

/** Together 2,000 connections of some 50 KiB each. */
const defaults: ConnectionLimits = {
  strangersMax: 1_000,
  strangersPerNetworkMax: 250,
  trustedMax: 1_000,
  trustedPerCallerMax: 100,
  strangerCallsOpenMax: 4,
  trustedCallsOpenMax: 16,
}

/** Part of a socket that this module needs. */
type Closable = { destroy(): unknown; once(event: 'close', listener: () => void): unknown }

export type Connection = { readonly network: string; readonly socket: Closable }

/** Call on a connection, from its headers to its response. */
export type Call = {
  /** Returns true if this call was authenticated. */
  isAuthenticated(): boolean
  authenticated(callerId: string): void
  end(): void
}

type Entry = Connection & { callsOpen: number; callerId: string | undefined }

type Connections = {
  /** Opens a connection. A trusted proxy serves many callers: it may use all places of unauthenticated connections. */
  open(socket: Closable, address: string, isProxy?: boolean): Connection
  /** Begins a call. Returns undefined if the connection has too many open calls; it is then closed. */
  begin(connection: Connection): Call | undefined
}

const logEveryMs = 60_000

/**
 * Bounds the connections so that nobody locks others out. A connection that carried an authenticated call is kept.
 * Among all others, a new connection replaces an older one: one of its own network if that has reached its limit, else
 * one of the network with the most. An idle connection is replaced before one with an open call, and the one that was
 * idle the longest is replaced first.
 */
export function createConnections(log: Logger, limits: Partial<ConnectionLimits> = {}): Connections {
  const max = { ...defaults, ...limits }
  /** Connections that can be replaced, the most recently active last. */
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

  /** Moves the connection to the end: it is now replaced last among its kind. */
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

/** Returns the two ends of a connection, which are the same for a TLS socket and the socket below it. */
export const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`
