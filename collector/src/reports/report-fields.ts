import type { View } from '@rollcall/shared/api/view.ts'
import { type FieldError, invalidField, invalidFields } from '@rollcall/shared/errors.ts'
import type { Actor } from '../lib/context.ts'
import { nextRunsOf } from '../lib/cron.ts'
import { siteSettings } from '../sites/settings.ts'
import type { Db } from '../store/store.ts'
import { findView } from '../views/list-views.ts'

type Targets = { recipients: readonly string[]; webhookIds: readonly string[] }
type When = { cron: string; timeZone: string }

const hourMs = 3_600_000
/** Runs that are compared: more than the hours of a day. */
const comparedRuns = 50

/** Returns the next run of a report. Throws a 400 for an invalid schedule, or one that runs more than once an hour. */
export function nextReportRun(when: When, after: Date): string {
  const runs = nextRunsOf(when, after, comparedRuns)
  const times = runs.map((run) => Date.parse(run))
  if (times.some((time, index) => time - (times[index - 1] ?? Number.NEGATIVE_INFINITY) < hourMs)) {
    throw invalidField('/cron', 'runs more than once an hour')
  }
  return runs[0]
}

/** Throws a 400 unless there is a target, and each webhook is one of the site. */
export async function requireTargets(db: Db, siteId: string, { recipients, webhookIds }: Targets): Promise<void> {
  if (recipients.length + webhookIds.length === 0) {
    throw invalidField('/recipients', 'must have an address, unless there is a webhook')
  }
  const { webhooks } = (await siteSettings(db, siteId)).notifications
  const faults = webhookIds.flatMap<FieldError>((id, index) =>
    webhooks.some((webhook) => webhook.id === id)
      ? []
      : [{ path: `/webhookIds/${index}`, message: 'is not a webhook of this site' }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}

/** Throws a 400 unless the owner can use the view. */
export async function requireReportView(
  db: Db,
  siteId: string,
  owner: Pick<Actor, 'kind' | 'id'>,
  viewId: string,
): Promise<View> {
  const view = await findView(db, siteId, owner, viewId)
  if (!view) throw invalidField('/viewId', 'is not a view that the owner of the report can use')
  return view
}
