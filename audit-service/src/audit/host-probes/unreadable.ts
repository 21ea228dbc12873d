import type { AuditAttempt } from '@rollcall/shared/messages/host-audit.ts'
import type { UnreadableCredential } from '@rollcall/shared/messages/task.ts'
import type { HostProbe } from '../host-probe.ts'

const protocols: Record<UnreadableCredential['kind'], AuditAttempt['protocol'] | undefined> = {
  'snmp-community': 'snmp',
  'snmp-v3': 'snmp-v3',
  'ssh-password': 'ssh',
  'ssh-key': 'ssh',
  ldap: undefined,
  aws: undefined,
  azure: undefined,
  'google-cloud': undefined,
}

/** Returns the attempts that were not made because the collector cannot decrypt a credential. */
export const unreadableAttempts = (credentials: readonly UnreadableCredential[]): AuditAttempt[] =>
  credentials.flatMap(({ id, kind }) => {
    const protocol = protocols[kind]
    const detail = 'the collector cannot decrypt it'
    return protocol ? [{ protocol, credentialId: id, reason: 'credential-unreadable' as const, detail }] : []
  })

/** Reports credentials of a segment that no host can be tried with. */
export const unreadableProbe = (tried: readonly AuditAttempt[]): HostProbe => ({
  name: 'credentials',
  run: async () => ({ outcome: 'failed', detail: 'the collector cannot decrypt some credentials', tried }),
})
