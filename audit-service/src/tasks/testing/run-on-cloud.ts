import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { credentialSchema } from '@rollcall/shared/messages/credential.ts'
import type { CloudSource } from '@rollcall/shared/messages/task.ts'
import { awsAccount, azureSubscription, googleProject } from '../../../../test/harness/cloud/fixtures.ts'
import type { CloudEndpoints } from '../../cloud/endpoints.ts'
import { runCloud } from '../run-cloud.ts'

export const inAws = (regions: string[] = []): CloudSource => ({ kind: 'aws', account: awsAccount.id, regions })
export const inAzure = (regions: string[] = []): CloudSource => ({
  kind: 'azure',
  subscription: azureSubscription.id,
  regions,
})
export const inGoogle = (regions: string[] = []): CloudSource => ({
  kind: 'google-cloud',
  project: googleProject,
  regions,
})

/** Runs a cloud task and returns the report of each instance and the outcome. */
export async function runOnCloud(
  source: CloudSource,
  using: object,
  endpoints: CloudEndpoints,
  signal = AbortSignal.timeout(30_000),
) {
  const credentials = Object.entries(using).map(([kind, secrets]) => credentialSchema.parse({ kind, ...secrets }))
  const found = new Map<string, ObservationInput>()
  const report = {
    started: async () => undefined,
    host: async (address: string, observation: ObservationInput) => void found.set(address, observation),
    tested: async () => undefined,
    progress: () => undefined,
  }
  const outcome = await runCloud(source, credentials, endpoints, report, signal)
  return { outcome, found }
}
