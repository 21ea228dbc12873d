import { join } from 'node:path'
import { type HostMemory, openHostMemory } from '@rollcall/audit-service/host-memory/host-memory.ts'
import { type HostKeys, openHostKeys } from '@rollcall/audit-service/probes/ssh/host-keys.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { type Credential, isSshCredential } from '@rollcall/shared/messages/credential.ts'

import type { CredentialOptions } from './credential-options.ts'

type SshState = { hostKeys: HostKeys; hosts: HostMemory }

/**
 * Opens the pinned host keys and refused logins, which commands share like an Audit Service. Writes nothing if no
 * credential is for SSH.
 */
export function openSshState(
  credentials: readonly Credential[],
  { stateDir, knownHostKeysOnly }: Pick<CredentialOptions, 'stateDir' | 'knownHostKeysOnly'>,
): SshState | undefined {
  if (!credentials.some(isSshCredential)) return undefined
  const hosts = openHostMemory({
    file: join(stateDir, 'hosts.jsonl'),
    onError: (error) => console.error(`refused logins are stored for this run only: ${messageOf(error)}`),
  })
  return { hostKeys: { ...openHostKeys(stateDir), requirePinned: knownHostKeysOnly }, hosts }
}
