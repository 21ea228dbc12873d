import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isLongForm } from '../harness/long-form.ts'
import type { Part } from '../harness/rollcall.ts'
import { nothingLost, useBusySite } from './support/busy-site.ts'
import { guardOf } from './support/rounds.ts'

/** Longer than the server waits for an acknowledgement before it delivers again (30 s). */
const frozenMs = 33_000

const { site } = useBusySite()

const both: Part[] = ['collector', 'audit-service']
const cases: Part[][] = isLongForm ? [['audit-service'], ['collector'], both] : [both]

test.for(cases.map((parts) => ({ parts, names: parts.join(' and ') })))(
  'loses and duplicates nothing when $names freeze longer than the redelivery time, and continue',
  guardOf(1, 120_000),
  async ({ parts, names }, context) => {
    const signalAll = async (signal: NodeJS.Signals) => {
      for (const part of parts) process.kill(site().up().pidOf(part), signal)
    }
    const verdict = await site().survive(
      {
        fault: `${names} frozen for ${frozenMs / 1000} s`,
        begin: () => signalAll('SIGSTOP'),
        effect: () => delay(frozenMs),
        end: () => signalAll('SIGCONT'),
      },
      context,
    )
    expect(verdict).toEqual(nothingLost)
  },
)
