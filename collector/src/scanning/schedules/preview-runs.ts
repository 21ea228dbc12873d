import type { SchedulePreview, SchedulePreviewRequest } from '@rollcall/shared/api/schedule.ts'
import type { Context } from '../../lib/context.ts'
import { nextRunsOf } from './cron.ts'

const shownMax = 5

/** When a schedule would run next. Throws a 400 for what could be none. */
export function previewSchedule(ctx: Context, input: SchedulePreviewRequest): SchedulePreview {
  return { nextRuns: nextRunsOf(input, ctx.clock.now(), shownMax) }
}
