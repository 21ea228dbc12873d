import { setTimeout as pause } from 'node:timers/promises'
import type { SystemContext } from '../../lib/context.ts'
import { logFailure } from '../../lib/log-failure.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import type { AgentRecord } from './agent-cache.ts'

type Waiter = { agent: AgentRecord; end(): void }

type Limits = {
  /** Agents that wait at one time. When all places are taken, a site with few agents takes one of the largest site. */
  waitingMax: number
  /** Longest wait. Proxies close a connection that is silent for a minute. */
  waitMsMax: number
  /** Interval at which requests made at other collectors, and tokens ended there, are found. */
  checkMs: number
  /** Interval at which it is recorded that an agent waits. */
  recordMs: number
}

const defaults: Limits = { waitingMax: 500, waitMsMax: 50_000, checkMs: 5_000, recordMs: 5 * 60_000 }

/** Place of one agent. */
type AgentWait = {
  /** Resolves when there may be something new for the agent, at the latest after `waitMsMax`. Never rejects. */
  wait(signal: AbortSignal): Promise<void>
  leave(): void
}

export type WaitingAgents = {
  /** Gives an agent a place, and ends its previous call. Returns undefined if none is free. */
  enter(agent: AgentRecord): AgentWait | undefined
  /** Ends the wait of an agent, because there is something new for it. */
  wake(agentId: string): void
  /** Returns the number of agents that wait. */
  count(): number
  /** Ends all waits, and gives no further place. */
  close(): void
}

/** Creates the places of agents that wait for requests at this collector. */
export function createWaitingAgents(system: SystemContext, limits: Partial<Limits> = {}): WaitingAgents {
  const { waitingMax, waitMsMax, checkMs, recordMs } = { ...defaults, ...limits }
  const waiters = new Map<string, Waiter>()
  const closing = new AbortController()
  let isChecking = false

  /** Checks the agents as long as one waits. */
  async function checkAll(): Promise<void> {
    if (isChecking) return
    isChecking = true
    while (waiters.size > 0 && !closing.signal.aborted) {
      try {
        await check()
      } catch (error) {
        logFailure(system.log, error, 'agents: requests for snapshots could not be read')
      }
      await pause(checkMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
    isChecking = false
  }

  async function check(): Promise<void> {
    // Read together with the waiters: one that leaves during the reads below did not wait later than this.
    const now = system.clock.now()
    const checked = [...waiters]
    const ids = checked.map(([id]) => id)
    const rows = await system.store.read((db) =>
      db.rowsAmong(db.tables(enrollmentTables).agents, ids, {
        key: 'id',
        columns: ['id', 'tokenHash', 'snapshotWantedAt', 'watchedAt'],
      }),
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    const recordBefore = new Date(now.getTime() - recordMs).toISOString()
    const unrecorded: string[] = []
    for (const [id, { agent, end }] of checked) {
      const row = byId.get(id)
      const isCurrent = row?.tokenHash === agent.tokenHash
      if (isCurrent && (row.watchedAt ?? '') <= recordBefore) unrecorded.push(id)
      if (!isCurrent || row.snapshotWantedAt !== null) end()
    }
    if (unrecorded.length === 0) return
    const watchedAt = now.toISOString()
    await system.store.write((tx) =>
      tx.updateRows(
        tx.tables(enrollmentTables).agents,
        unrecorded.map((id) => ({ id, watchedAt })),
        { key: 'id', set: ['watchedAt'] },
      ),
    )
  }

  /** Ends the wait of one agent of the site with the most, if the other site has fewer. Reports whether it did. */
  function makeRoomFor(siteId: string): boolean {
    const sites = Map.groupBy(waiters.values(), ({ agent }) => agent.siteId)
    const [largest] = [...sites.values()].sort((a, b) => b.length - a.length)
    const [oldest] = largest ?? []
    if (!largest || !oldest || largest.length <= (sites.get(siteId)?.length ?? 0) + 1) return false
    waiters.delete(oldest.agent.id)
    oldest.end()
    return true
  }

  return {
    enter(agent) {
      const previous = waiters.get(agent.id)
      if (closing.signal.aborted) return undefined
      if (!previous && waiters.size >= waitingMax && !makeRoomFor(agent.siteId)) return undefined
      previous?.end()
      const ended = new AbortController()
      const waiter: Waiter = { agent, end: () => ended.abort() }
      waiters.set(agent.id, waiter)
      void checkAll()
      return {
        async wait(signal) {
          await pause(waitMsMax, undefined, { signal: AbortSignal.any([signal, ended.signal]) }).catch(() => undefined)
        },
        leave() {
          if (waiters.get(agent.id) === waiter) waiters.delete(agent.id)
        },
      }
    },
    wake: (agentId) => waiters.get(agentId)?.end(),
    count: () => waiters.size,
    close() {
      closing.abort()
      for (const { end } of waiters.values()) end()
    },
  }
}
