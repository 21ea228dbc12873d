import { deviceRevisions } from '../devices/revisions.ts'
import { sightingRevision } from '../identity/sightings.ts'
import type { State } from '../reconciliation/standing.ts'
import type { SnapshotNumbers } from '../snapshots/write.ts'
import type { Db } from '../store/store.ts'

/** What came of an agent's last snapshot, where the next that says the same moves nothing but times. */
export type Repeat = {
  siteId: string
  deviceId: string
  /** The stored snapshot that it says the same as, but for id and time. */
  sameAs: string
  /** When it was taken. */
  at: string
  /** From when on what it is known by is written anew, for the time's sake. */
  until: string
  /** All of it has one time, so that one that comes after `until` is written with all that it shows. */
  isEven: boolean
  /** What counts on its site. */
  rules: string
  origin: Pick<State, 'source' | 'depth'>
  /** What its row refers to. */
  numbers: SnapshotNumbers
}

/** Some half a kilobyte each. */
const repeatsMax = 20_000

/**
 * Remembers what came of agents' snapshots for as long as it would come of them again: until anything else touches their
 * device, or is like it. What ingest itself does it says (`forget`); what others do shows by the database's revisions, so
 * an engine that keeps none remembers nothing. One transaction at a time.
 */
export function createRepeats() {
  const byAgent = new Map<string, Repeat>()
  const agents = new Map<string, string>()
  let revisions: string | undefined

  const drop = (agentId: string) => {
    agents.delete(byAgent.get(agentId)?.deviceId ?? '')
    byAgent.delete(agentId)
  }
  const forgetAll = () => {
    byAgent.clear()
    agents.clear()
    revisions = undefined
  }

  return {
    /** At the begin of a transaction. */
    async begin(db: Db): Promise<void> {
      const now = await revisionsIn(db)
      if (now !== revisions) forgetAll()
      revisions = now
    },
    /** At its end, when it has written more than times. */
    async end(db: Db): Promise<void> {
      revisions = await revisionsIn(db)
    },
    /** Whether it remembers anything in this transaction. */
    isOn: () => revisions !== undefined,
    find: (agentId: string): Repeat | undefined => byAgent.get(agentId),
    set(agentId: string, repeat: Repeat): void {
      if (revisions === undefined) return
      drop(agentId)
      byAgent.set(agentId, repeat)
      agents.set(repeat.deviceId, agentId)
      const [oldest] = byAgent.size > repeatsMax ? byAgent.keys() : []
      if (oldest !== undefined) drop(oldest)
    },
    forget(deviceIds: Iterable<string>): void {
      for (const deviceId of deviceIds) {
        const agentId = agents.get(deviceId)
        if (agentId !== undefined) drop(agentId)
      }
    },
    /** Also where a transaction has failed: nobody knows then what of it is true. */
    forgetAll,
  }
}

export type Repeats = ReturnType<typeof createRepeats>

/** Rises with whatever may change which device an observation is of, or what there is of the device. */
async function revisionsIn(db: Db): Promise<string | undefined> {
  const numbers = [...(await deviceRevisions(db)), await sightingRevision(db)]
  return numbers.includes(undefined) ? undefined : numbers.join(' ')
}
