import { hasListeners } from '../../activity/events/listeners.ts'
import { recordEvents } from '../../change-log/record-events.ts'
import { deviceNames } from '../../device-records/device-names.ts'
import type { Tx } from '../../store/store.ts'
import { softwareLabels } from '../catalog/software-labels.ts'
import { type Finding, withoutFindings } from './broken-rules.ts'

/** A device whose findings have changed. */
export type Judged = { deviceId: string; before: readonly Finding[]; after: readonly Finding[] }

/** Findings listed in one event; the compliance list has all of them. */
const namedMax = 20

/**
 * Emits one event for each device, but only if somebody listens: a change of one product can affect every device of a
 * site.
 */
export async function emitChanges(tx: Tx, siteId: string, judged: readonly Judged[], now: string): Promise<void> {
  if (!(await hasListeners(tx, siteId, now, 'compliance.changed'))) return
  const changes = judged.map(({ deviceId, before, after }) => ({
    deviceId,
    after,
    found: withoutFindings(after, before).slice(0, namedMax),
    resolved: withoutFindings(before, after).slice(0, namedMax),
  }))
  const named = changes.flatMap(({ found, resolved }) => [...found, ...resolved])
  const labels = await softwareLabels(tx, [...new Set(named.map(({ productId }) => productId))])
  const names = await deviceNames(
    tx,
    changes.map(({ deviceId }) => deviceId),
  )
  const shown = ({ kind, productId }: Finding) => ({ kind, productId, ...labels.get(productId) })
  const countOf = (findings: readonly Finding[], kind: Finding['kind']) =>
    findings.filter((finding) => finding.kind === kind).length
  const events = changes.map(({ deviceId, after, found, resolved }) => ({
    type: 'compliance.changed' as const,
    subjectId: deviceId,
    data: {
      name: names.get(deviceId) ?? '',
      missing: countOf(after, 'missing'),
      forbidden: countOf(after, 'forbidden'),
      unknown: countOf(after, 'unknown'),
      found: found.map(shown),
      resolved: resolved.map(shown),
    },
  }))
  await recordEvents(tx, { siteId, timestamp: now, events })
}
