import { messageOf } from '@rollcall/shared/errors.ts'
import { type LogFields, withLogFields } from '@rollcall/shared/node/log.ts'
import { createPause } from '@rollcall/shared/node/pause.ts'
import type { SystemContext } from '../lib/context.ts'
import { logFailure } from '../lib/log-failure.ts'
import { type Claim, type ClaimContext, claimDue, deleteSent, nextDueMs, postpone } from './claims.ts'
import { concurrencyGroupsOf } from './concurrency-groups.ts'

/**
 * Sends a message. It runs outside any transaction and can run twice for one message (after a crash, or if it outlives
 * its lease), so the sent data must carry an id by which the receiver detects a duplicate. A rejection means another
 * attempt later, at the time of a RetryLater if it is one. The signal aborts at the end of the lease, or, for
 * CollectorEnds, when the collector stops.
 */
export type OutboxHandler = (subjectId: string, signal: AbortSignal) => Promise<void>

export class RetryLater extends Error {
  readonly waitMs: number

  constructor(message: string, waitMs: number) {
    super(message)
    this.name = 'RetryLater'
    this.waitMs = waitMs
  }
}

/** Reason of the abort signal when the collector stops without waiting for an attempt any longer. */
export class CollectorEnds extends Error {
  constructor() {
    super('the collector is stopping')
    this.name = 'CollectorEnds'
  }
}

type DispatcherOptions = {
  /** Interval at which the outbox is read without a wake-up: another collector may have left messages. */
  pollMs: number
  /** Time limit of one attempt. */
  leaseMs?: number
  concurrency?: number
  /** Share of `concurrency` that one concurrency group may use; default all of it. */
  groupMax?: number
  /** Attempts that take longer than this at a stop are aborted and repeated after the next start. */
  drainMsMax?: number
}

type Dispatcher = {
  /** Reads the outbox now, as something was just committed. */
  wake(): void
  /** Claims no more, and waits a limited time for current attempts. */
  drain(): Promise<void>
}

const waitMsMax = 5 * 60_000
const errorLengthMax = 1000
const refillDelayMs = 20

export function createDispatcher(
  ctx: ClaimContext & Pick<SystemContext, 'log' | 'metrics'>,
  handlers: Record<string, OutboxHandler>,
  { pollMs, leaseMs = 60_000, concurrency = 8, groupMax = concurrency, drainMsMax = 5_000 }: DispatcherOptions,
): Dispatcher {
  const kinds = Object.keys(handlers)
  const running = new Map<Promise<void>, Claim>()
  const ending = new AbortController()
  const pause = createPause()
  let draining = false
  let isSoon = false

  const send = async (claim: Claim) => {
    try {
      await handlers[claim.kind]?.(claim.subjectId, AbortSignal.any([ending.signal, AbortSignal.timeout(leaseMs)]))
      await deleteSent(ctx, claim)
      ctx.metrics.messageAttempted(claim.kind, true)
    } catch (error) {
      ctx.metrics.messageAttempted(claim.kind, false)
      const reason = messageOf(error).slice(0, errorLengthMax)
      ctx.log.warn(
        { kind: claim.kind, subjectId: claim.subjectId, attempts: claim.attempts, reason },
        'outbox: a message was not sent; retrying',
      )
      const waitMs = error instanceof RetryLater ? error.waitMs : waitAfter(claim.attempts)
      await postpone(ctx, claim, waitMs, reason)
    }
  }

  /** Several free places are filled at once: with many messages waiting, a query costs more than an attempt. */
  const refillSoon = () => {
    if (isSoon) return
    isSoon = true
    setTimeout(() => {
      isSoon = false
      pause.wake()
    }, refillDelayMs)
  }

  const start = (claim: Claim) => {
    const sending = withLogFields(fieldsOf(claim), () => send(claim))
      .catch((error: unknown) =>
        logFailure(ctx.log, error, 'the outbox cannot be written; the message is retried when its lease ends'),
      )
      .finally(() => {
        running.delete(sending)
        refillSoon()
      })
    running.set(sending, claim)
  }

  /** Returns the time until there may be work; 0 if there may be more at once. */
  const round = async (): Promise<number> => {
    const free = concurrency - running.size
    if (free <= 0) return pollMs
    const groups = () => concurrencyGroupsOf(running.values(), groupMax)
    const claims = await claimDue(ctx, { kinds, rowsMax: free, leaseMs, groups: groups() })
    for (const claim of claims) start(claim)
    if (claims.length === free) return running.size < concurrency ? 0 : pollMs
    return Math.min(pollMs, (await nextDueMs(ctx, kinds, groups())) ?? pollMs)
  }

  const run = async () => {
    while (!draining) {
      const waitMs = await round().catch((error: unknown) => {
        logFailure(ctx.log, error, 'the outbox cannot be read')
        return pollMs
      })
      await pause.wait(waitMs)
    }
  }
  const finished = run()

  return {
    wake: pause.wake,
    async drain() {
      draining = true
      pause.wake()
      await finished
      const late = setTimeout(() => ending.abort(new CollectorEnds()), drainMsMax)
      await Promise.all(running.keys())
      clearTimeout(late)
    },
  }
}

/** Kinds whose subject is a task. */
const taskKinds = ['task', 'cancel']

const fieldsOf = ({ kind, subjectId }: Claim): LogFields => (taskKinds.includes(kind) ? { taskId: subjectId } : {})

/**
 * Waits 1 s, 2 s, 4 s and so on to 5 min, less up to half of it, so that messages that failed together are not repeated
 * together.
 */
function waitAfter(attempts: number): number {
  return Math.min(waitMsMax, 1000 * 2 ** Math.min(attempts - 1, 20)) * (1 - Math.random() / 2)
}
