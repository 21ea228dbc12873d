import type { SystemContext } from '../../lib/context.ts'
import { type Call, type Counted, createCounter } from './count-calls.ts'
import type { Limit } from './workload.ts'
import { createWorkload } from './workload.ts'

/** The limits of a call after it is counted, and the longest-lasting one that it exceeds. */
type Admission = { limits: Limit[]; exceeded: Limit | undefined }

export type Limits = {
  admit(call: Call): Promise<Admission>
  /**
   * Counts further transactions of a call that was admitted, such as the devices of a bulk operation, unless that would
   * exceed the quota: then it returns the quota and counts none.
   */
  charge(call: Call, transactions: number): Promise<Limit | undefined>
}

/** Checks the monthly quota of sites and the workload limits of registrations. Refused calls count too. */
export function createLimits(system: Pick<SystemContext, 'store' | 'clock'>): Limits {
  const counter = createCounter(system)
  const workload = createWorkload()
  return {
    async admit(call) {
      const counted = await counter.count(call)
      const nowMs = system.clock.now().getTime()
      const limits = [
        ...quotaLimit(counted, nowMs),
        ...workload.take(call.registrationId, counted.settings.workload, nowMs),
      ]
      const [exceeded] = limits.filter(({ used, max }) => used > max).sort((a, b) => b.resetSeconds - a.resetSeconds)
      return { limits, exceeded }
    },
    async charge(call, transactions) {
      const [quota] = quotaLimit(await counter.count(call, 0), system.clock.now().getTime())
      if (quota && quota.used + transactions > quota.max) return quota
      await counter.count(call, transactions)
      return undefined
    },
  }
}

function quotaLimit({ transactions, period, settings }: Counted, nowMs: number): Limit[] {
  const max = settings.quota.monthlyTransactions
  if (max === 0) return []
  const windowSeconds = (period.endMs - period.startMs) / 1000
  return [{ name: 'quota', max, used: transactions, windowSeconds, resetSeconds: (period.endMs - nowMs) / 1000 }]
}
