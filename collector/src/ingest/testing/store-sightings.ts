import { newId } from '@rollcall/shared/ids.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { acceptHosts } from '../accept/accept-host.ts'
import { createIngest, type Ingest } from '../accept/ingest.ts'
import { readResult } from '../reading/read-result.ts'

type Sent = { taskId: string; serviceId: string; sightings: readonly object[]; ingest?: Ingest }

/** Stores sightings of an Audit Service, as those of a result that comes over NATS. */
export async function storeSightings(ctx: SystemContext, sent: Sent): Promise<void> {
  const { taskId, serviceId, sightings: hosts, ingest = createIngest(ctx) } = sent
  const now = nowOf(ctx)
  const message = { version: 1, id: newId(), taskId, attempt: 1, at: now, kind: 'hosts', hosts }
  const result = await readResult(Buffer.from(JSON.stringify(message)), { now })
  if (result.kind === 'hosts') await acceptHosts(ctx, ingest, result, serviceId)
}
