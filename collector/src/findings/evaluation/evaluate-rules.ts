import { DomainError } from '@rollcall/shared/errors.ts'
import { and, eq, lte } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { logFailure } from '../../lib/log-failure.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { findingTables } from '../../store/schema/findings.ts'
import type { Tx } from '../../store/store.ts'
import { StoreUnavailableError } from '../../store/unavailable.ts'
import type { MatchingDevices } from '../changes/changes-that-count.ts'
import { readQuery } from '../rules/read-query.ts'
import type { RuleRow } from '../rules/rule-row.ts'
import { endChanges } from './end-changes.ts'
import { endSnoozes } from './end-snoozes.ts'
import { evaluateQuery, type MatchingSubjects } from './evaluate-query.ts'
import { mailFindings } from './mail-findings.ts'
import { recordDays } from './record-days.ts'

/** Finds what meets a query: devices or their items among all listed devices, or devices among given ones. */
export type Matching = { subjects: MatchingSubjects; devices: MatchingDevices }

/** Time between two evaluations of a rule. */
const intervalMs = 60_000
/** A rule takes at most one part in this many of the time of a collector. */
const shareMin = 20

/**
 * Evaluates the rules that are due: opens findings of devices that meet them, and resolves those of devices that no
 * longer do. Of several collectors, one takes each rule. A rule that cannot be evaluated says so, and the others
 * continue.
 */
export async function evaluateRules(system: SystemContext, time: TrustedTime, matching: Matching): Promise<void> {
  await endSnoozes(system, time)
  const due = await system.store.read((db) => {
    const { findingRules: rules } = db.tables(findingTables)
    return db.select({ id: rules.id }).from(rules).where(isDue(rules, time)).limit(1)
  })
  if (due.length === 0) return
  const rules = await system.store.write((tx) => takeDue(tx, time))
  for (const rule of rules) await evaluate(system, rule, time, matching)
  await recordDays(system, rules, time)
  system.wakeOutbox()
}

type Rules = ReturnType<typeof findingTables>['findingRules']
const isDue = (rules: Rules, { now }: TrustedTime) => and(eq(rules.enabled, true), lte(rules.dueAt, now))

/** Takes the due rules, by moving their next evaluation ahead. */
async function takeDue(tx: Tx, time: TrustedTime): Promise<RuleRow[]> {
  const { findingRules: rules } = tx.tables(findingTables)
  const taken = await tx
    .update(rules)
    .set({ dueAt: new Date(time.date.getTime() + intervalMs).toISOString(), evaluatedAt: time.now })
    .where(isDue(rules, time))
    .returning()
  return taken.sort((a, b) => (a.id < b.id ? -1 : 1))
}

async function evaluate(system: SystemContext, rule: RuleRow, time: TrustedTime, matching: Matching): Promise<void> {
  const begin = performance.now()
  try {
    const omitted =
      rule.trigger === 'query' && rule.query !== null
        ? await evaluateQuery(system, { ...rule, query: rule.query }, time, matching.subjects)
        : await endChanges(system, rule, time)
    if (rule.trigger !== 'query') await checkQuery(system, rule, time, matching.devices)
    await update(system, rule, { problem: null, omitted })
    if (rule.notify.mail) await mailFindings(system, rule, time)
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error
    if (!(error instanceof DomainError)) logFailure(system.log, error, 'a rule cannot be evaluated', { rule: rule.id })
    await update(system, rule, {
      problem: error instanceof DomainError ? reasonOf(error) : 'It failed. The log of the collector has the reason.',
    })
  }
  const took = performance.now() - begin
  if (took * shareMin > intervalMs) await postpone(system, rule, new Date(time.date.getTime() + took * shareMin))
}

/** Throws a DomainError if the query of a rule on changes cannot be evaluated. */
async function checkQuery(
  { store }: SystemContext,
  { siteId, query }: RuleRow,
  time: TrustedTime,
  matching: MatchingDevices,
) {
  if (query !== null) await store.read((db) => matching(db, { siteId, now: time.date }, readQuery(query), []))
}

const reasonOf = ({ fields, message }: DomainError): string => fields.map((each) => each.message).join('; ') || message

/** Updates the outcome of an evaluation if it differs, unless the query has been edited meanwhile. */
async function update(
  { store }: SystemContext,
  rule: RuleRow,
  outcome: Partial<Pick<RuleRow, 'problem' | 'omitted'>>,
): Promise<void> {
  const isSame = Object.entries(outcome).every(([key, value]) => rule[key as keyof RuleRow] === value)
  if (isSame) return
  await store.write(async (tx) => {
    const { findingRules: rules } = tx.tables(findingTables)
    const unedited = rule.query === null ? undefined : eq(rules.query, rule.query)
    await tx
      .update(rules)
      .set(outcome)
      .where(and(eq(rules.id, rule.id), unedited))
  })
}

/** Moves the next evaluation of a slow rule ahead, unless the rule has been edited meanwhile. */
async function postpone({ store }: SystemContext, { id, dueAt }: RuleRow, until: Date): Promise<void> {
  await store.write(async (tx) => {
    const { findingRules: rules } = tx.tables(findingTables)
    await tx
      .update(rules)
      .set({ dueAt: until.toISOString() })
      .where(and(eq(rules.id, id), eq(rules.dueAt, dueAt)))
  })
}
