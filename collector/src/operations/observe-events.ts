import type { EventRow } from '../activity/events/list-events.ts'
import type { SystemContext } from '../lib/context.ts'

/** Counts events, and logs each change of a task, so that the log tells what became of it. */
export function observeEvents({ metrics, log }: Pick<SystemContext, 'metrics' | 'log'>, events: readonly EventRow[]) {
  for (const { type, subjectId, siteId, data } of events) {
    metrics.eventSequenced(type, data)
    if (type === 'task.changed') log.info({ taskId: subjectId, siteId, ...data }, 'task: changed')
  }
}
