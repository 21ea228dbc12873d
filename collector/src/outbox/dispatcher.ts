import { messageOf } from '@rollcall/shared/errors.ts'
import { createPause } from '@rollcall/shared/node/pause.ts'
import type { SystemContext } from '../lib/context.ts'
import { logFailure } from '../lib/log-failure.ts'
import { type Claim, type ClaimContext, claimDue, nextDueMs, postpone, settle } from './claims.ts'
import { lanesOf } from './lanes.ts'

/**
 * Sends what a message stands for. It runs outside any transaction and can run twice for one message (after a crash,
 * or when it outlives its lease), so what it sends must carry an id that its receiver knows again. A rejection means
 * that it is tried again later, at the time it names when that is a RetryLater. The signal aborts when the lease ends,
 * or, for CollectorEnds, when the collector does.
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

/** Why the signal aborts when the collector does not wait for an attempt any longer. */
export class CollectorEnds extends Error {
  constructor() {
    super('the collector ends')
    this.name = 'CollectorEnds'
  }
}

type DispatcherOptions = {
  /** How often the outbox is looked at when nobody wakes the dispatcher: messages left by another collector. */
  pollMs: number
  /** How long one attempt may take. */
  leaseMs?: number
  concurrency?: number
  /** Of `concurrency`, what the messages of one lane may use; default all of it. */
  laneMax?: number
  /** What takes longer to end with the collector is cut off, and begun again after the next start. */
  drainMsMax?: number
}

export type Dispatcher = {
  /** Look now: something was just committed. */
  wake(): void
  /** Takes no more, and waits for what is under way, but not for long. */
  drain(): Promise<void>
}

const waitMsMax = 5 * 60_000
const errorLengthMax = 1000
const lookAgainMs = 20

export function createDispatcher(
  ctx: ClaimContext & Pick<SystemContext, 'log'>,
  handlers: Record<string, OutboxHandler>,
  { pollMs, leaseMs = 60_000, concurrency = 8, laneMax = concurrency, drainMsMax = 5_000 }: DispatcherOptions,
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
      await settle(ctx, claim)
    } catch (error) {
      const reason = messageOf(error).slice(0, errorLengthMax)
      ctx.log.warn({ kind: claim.kind, subjectId: claim.subjectId, attempts: claim.attempts, reason }, 'not sent yet')
      const waitMs = error instanceof RetryLater ? error.waitMs : waitAfter(claim.attempts)
      await postpone(ctx, claim, waitMs, reason)
    }
  }

  /** What is free now is filled for several at a time: with many messages waiting, a look costs more than an attempt. */
  const lookSoon = () => {
    if (isSoon) return
    isSoon = true
    setTimeout(() => {
      isSoon = false
      pause.wake()
    }, lookAgainMs)
  }

  const start = (claim: Claim) => {
    const sending = send(claim)
      .catch((error: unknown) => logFailure(ctx.log, error, 'the outbox cannot be written; its lease will end'))
      .finally(() => {
        running.delete(sending)
        lookSoon()
      })
    running.set(sending, claim)
  }

  /** How long there is nothing to do; 0 when there may be more at once. */
  const round = async (): Promise<number> => {
    const free = concurrency - running.size
    if (free <= 0) return pollMs
    const lanes = () => lanesOf(running.values(), laneMax)
    const claims = await claimDue(ctx, { kinds, rowsMax: free, leaseMs, lanes: lanes() })
    for (const claim of claims) start(claim)
    if (claims.length === free) return running.size < concurrency ? 0 : pollMs
    return Math.min(pollMs, (await nextDueMs(ctx, kinds, lanes())) ?? pollMs)
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

/** 1 s, 2 s, 4 s and so on to 5 min, less up to half of it so that those that failed together do not come back so. */
function waitAfter(attempts: number): number {
  return Math.min(waitMsMax, 1000 * 2 ** Math.min(attempts - 1, 20)) * (1 - Math.random() / 2)
}
