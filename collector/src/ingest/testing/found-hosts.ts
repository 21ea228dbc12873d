import { newId } from '@rollcall/shared/ids.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { acceptHosts } from '../accept/accept-host.ts'
import { createIngest, type Ingest } from '../accept/ingest.ts'
import { readResult } from '../reading/read-result.ts'

type Found = { taskId: string; serviceId: string; hosts: readonly object[]; ingest?: Ingest }

/** Stores hosts that an Audit Service only found, from its result as it comes over NATS. */
export async function storeFoundHosts(ctx: SystemContext, found: Found): Promise<void> {
  const { taskId, serviceId, hosts, ingest = createIngest(ctx) } = found
  const now = nowOf(ctx)
  const sent = { version: 1, id: newId(), taskId, attempt: 1, at: now, kind: 'hosts', hosts }
  const result = await readResult(Buffer.from(JSON.stringify(sent)), { now })
  if (result.kind === 'hosts') await acceptHosts(ctx, ingest, result, serviceId)
}
