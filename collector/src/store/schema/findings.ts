import type { FindingState } from '@rollcall/shared/api/finding.ts'
import type { RuleNotify, RuleSeverity, RuleTrigger } from '@rollcall/shared/api/rule.ts'
import type { Kit } from '../kit.ts'
import { deviceTables } from './devices.ts'

export const findingTables = (kit: Kit) => {
  const deviceId = () =>
    kit.text('device_id').references(() => kit.tables(deviceTables).devices.id, { onDelete: 'cascade' })
  const findingRules = kit.table(
    'finding_rules',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      name: kit.text('name').notNull(),
      nameKey: kit.text('name_key').notNull(),
      /** Name of the rule among those that each site starts with; null for others. */
      origin: kit.text('origin'),
      severity: kit.text<RuleSeverity>('severity').notNull(),
      trigger: kit.text<RuleTrigger>('trigger').notNull(),
      /** Text of the query; null for a rule on changes. */
      query: kit.text('query'),
      /** Days after which the findings of a change resolve by themselves; null for a query. */
      days: kit.integer('days'),
      enabled: kit.boolean('enabled').notNull(),
      notify: kit.json<RuleNotify>('notify').notNull(),
      /** Time of the next evaluation. A collector that evaluates the rule moves it ahead, so that no other does. */
      dueAt: kit.time('due_at').notNull(),
      evaluatedAt: kit.time('evaluated_at'),
      /** Reason why the rule cannot be evaluated. */
      problem: kit.text('problem'),
      /** Matches without a finding, as the rule has no room for more. */
      omitted: kit.integer('omitted').notNull().default(0),
    },
    (t) => [
      kit.uniqueIndex('finding_rules_name').on(t.siteId, t.nameKey),
      kit.index('finding_rules_trigger').on(t.siteId, t.trigger),
      kit.index('finding_rules_due').on(t.enabled, t.dueAt),
    ],
  )
  const ruleId = () =>
    kit
      .text('rule_id')
      .notNull()
      .references(() => findingRules.id, { onDelete: 'cascade' })
  const findings = kit.table(
    'findings',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      ruleId: ruleId(),
      deviceId: deviceId().notNull(),
      /** Part of the device, such as a port or a supply; empty for the device itself. */
      item: kit.text('item').notNull(),
      /** The change, or the values that meet the query, in words. */
      detail: kit.text('detail'),
      state: kit.text<FindingState>('state').notNull(),
      /** Time from which the device has met the rule. */
      openedAt: kit.time('opened_at').notNull(),
      /** Time from which it needs attention: `openedAt`, or the end of its snooze. */
      raisedAt: kit.time('raised_at').notNull(),
      changedBy: kit.text('changed_by'),
      note: kit.text('note'),
      snoozedUntil: kit.time('snoozed_until'),
      resolvedAt: kit.time('resolved_at'),
      /** Set if it opened again soon after its end. It resolves when its device has not met the rule for a while. */
      flapping: kit.boolean('flapping').notNull().default(false),
      /** Time from which the device of a flapping finding no longer meets the rule. */
      clearSince: kit.time('clear_since'),
      /** Set until a mail has listed it. */
      awaitsMail: kit.boolean('awaits_mail').notNull(),
    },
    (t) => [
      kit.uniqueIndex('findings_subject').on(t.ruleId, t.deviceId, t.item),
      kit.index('findings_site').on(t.siteId, t.state, t.raisedAt, t.id),
      kit.index('findings_rule').on(t.ruleId, t.state, t.raisedAt, t.id),
      kit.index('findings_device').on(t.deviceId, t.state),
      kit.index('findings_snoozed').on(t.state, t.snoozedUntil),
      kit.index('findings_resolved').on(t.state, t.resolvedAt),
      kit.index('findings_mail').on(t.awaitsMail, t.ruleId),
    ],
  )
  return {
    findingRules,
    findings,
    findingTally: kit.tally('findings_tally', [findings.siteId, findings.ruleId, findings.state]),
    /** Number of open findings of a rule at the end of each day, UTC. */
    findingDays: kit.table(
      'finding_days',
      { ruleId: ruleId(), day: kit.text('day').notNull(), open: kit.integer('open').notNull() },
      (t) => [kit.primaryKey({ columns: [t.ruleId, t.day] })],
    ),
    /** Time up to which a caller has read the findings of a site. */
    findingReaders: kit.table(
      'finding_readers',
      {
        siteId: kit.text('site_id').notNull(),
        readerId: kit.text('reader_id').notNull(),
        readUntil: kit.time('read_until').notNull(),
      },
      (t) => [kit.primaryKey({ columns: [t.siteId, t.readerId] })],
    ),
    /** Sites that have received the rules that each site starts with. */
    findingSites: kit.table('finding_sites', { siteId: kit.text('site_id').primaryKey() }),
  }
}
