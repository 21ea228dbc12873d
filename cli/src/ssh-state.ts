import { join } from 'node:path'
import { type HostMemory, openHostMemory } from '@rollcall/audit-service/host-memory/host-memory.ts'
import { type HostKeys, openHostKeys } from '@rollcall/audit-service/probes/ssh/host-keys.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { type Credential, isSshCredential } from '@rollcall/shared/messages/credential.ts'

import type { CredentialOptions } from './credential-options.ts'

type SshState = { hostKeys: HostKeys; hosts: HostMemory }

/**
 * Whom a host is known by, and what it refused, from one command to the next, as an Audit Service remembers it. Nothing
 * is written where no credential is for SSH.
 */
export function openSshState(
  credentials: readonly Credential[],
  { stateDir, knownHostKeysOnly }: Pick<CredentialOptions, 'stateDir' | 'knownHostKeysOnly'>,
): SshState | undefined {
  if (!credentials.some(isSshCredential)) return undefined
  const hosts = openHostMemory({
    file: join(stateDir, 'hosts.jsonl'),
    onError: (error) => console.error(`refused logins are remembered for this run only: ${messageOf(error)}`),
  })
  return { hostKeys: { ...openHostKeys(stateDir), requirePinned: knownHostKeysOnly }, hosts }
}
