import type { SchedulePreview, SchedulePreviewRequest } from '@rollcall/shared/api/schedule.ts'
import type { Context } from '../../lib/context.ts'
import { nextRunsOf } from '../../lib/cron.ts'

const shownMax = 5

/** Lists the next runs of a schedule. Throws a 400 for an invalid one. */
export function previewSchedule(ctx: Context, input: SchedulePreviewRequest): SchedulePreview {
  return { nextRuns: nextRunsOf(input, ctx.clock.now(), shownMax) }
}
