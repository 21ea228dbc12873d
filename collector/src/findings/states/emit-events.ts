import { optional } from '@rollcall/shared/optional.ts'
import { hasListeners } from '../../activity/events/listeners.ts'
import { recordEvents } from '../../change-log/record-events.ts'
import { deviceNames } from '../../device-records/device-names.ts'
import type { Tx } from '../../store/store.ts'
import type { RuleRow } from '../rules/rule-row.ts'
import type { FindingRow } from './finding-row.ts'

/** Emits an event for each finding if the rule notifies webhooks and somebody listens. */
export async function emitFindingEvents(
  tx: Tx,
  type: 'finding.opened' | 'finding.resolved',
  rule: RuleRow,
  at: string,
  rows: readonly FindingRow[],
): Promise<void> {
  const { siteId, notify, severity } = rule
  if (!notify.webhook || !(await hasListeners(tx, siteId, at, type))) return
  const names = await deviceNames(tx, [...new Set(rows.map(({ deviceId }) => deviceId))])
  const events = rows.map(({ id, deviceId, item, detail }) => ({
    type,
    subjectId: id,
    data: {
      ruleId: rule.id,
      rule: rule.name,
      severity,
      deviceId,
      name: names.get(deviceId) ?? '',
      ...optional({ item: item === '' ? undefined : item, detail: detail ?? undefined }),
    },
  }))
  await recordEvents(tx, { siteId, timestamp: at, events })
}
