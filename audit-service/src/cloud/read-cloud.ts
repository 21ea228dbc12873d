import type { Credential } from '@rollcall/shared/messages/credential.ts'
import type { CloudSource } from '@rollcall/shared/messages/task.ts'
import { readAws } from './aws/read.ts'
import { readAzure } from './azure/read.ts'
import type { CloudEndpoints } from './endpoints.ts'
import { CloudError } from './fault.ts'
import { readGoogle } from './google/read.ts'
import type { CloudPart } from './reader.ts'

/** Reads the instances of a cloud account with the first credential of its kind and no other. */
export function readCloud(
  source: CloudSource,
  credentials: readonly Credential[],
  endpoints: CloudEndpoints,
  signal: AbortSignal,
): AsyncGenerator<CloudPart, void, undefined> {
  for (const credential of credentials) {
    if (source.kind === 'aws' && credential.kind === 'aws') return readAws(source, credential, endpoints, signal)
    if (source.kind === 'azure' && credential.kind === 'azure') return readAzure(source, credential, endpoints, signal)
    if (source.kind === 'google-cloud' && credential.kind === 'google-cloud') {
      return readGoogle(source, credential, endpoints, signal)
    }
  }
  throw new CloudError(`the segment has no credential of kind ${source.kind}`)
}
