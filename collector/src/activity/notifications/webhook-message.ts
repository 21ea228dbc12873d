import type { CloudEvent } from '@rollcall/shared/api/event.ts'
import type { ReportMessage } from '@rollcall/shared/api/report.ts'
import type { SystemContext } from '../../lib/context.ts'
import { findEvent, toCloudEvent } from '../events/list-events.ts'
import { type DueDelivery, Refused } from './deliver-or-retry.ts'
import { fileInJson, findFile } from './notification-file.ts'

/** Builds what a webhook gets for a notification: its event, or the run of a report with its list. */
export async function webhookMessage(
  ctx: Pick<SystemContext, 'store'>,
  { id, siteId, key, data, createdAt }: DueDelivery['notification'],
): Promise<CloudEvent | ReportMessage> {
  if (data === null) {
    const event = await ctx.store.read((db) => findEvent(db, key))
    if (!event) throw new Refused('the event was deleted')
    return toCloudEvent(event)
  }
  const { reportId, ...run } = data
  return {
    specversion: '1.0',
    id,
    source: `/sites/${siteId}`,
    type: 'rollcall.report.sent',
    subject: reportId,
    time: createdAt,
    datacontenttype: 'application/json',
    data: { ...run, ...fileInJson(await findFile(ctx, id)) },
  }
}
