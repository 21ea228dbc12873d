import type { SshCredential } from '@rollcall/shared/messages/credential.ts'
import { type HostKeys, sshPort as port } from '../../probes/ssh/host-keys.ts'
import type { LoginMemory } from '../../probes/ssh/login-memory.ts'
import { prepareLogins } from '../../probes/ssh/logins.ts'
import { probeSsh } from '../../probes/ssh/probe.ts'
import type { HostProbe } from '../host-probe.ts'

/**
 * What the machine shows who logs in. It does not wait for the port scan: a connection says as much of its one port, and
 * sooner.
 */
export function sshProbe(credentials: readonly SshCredential[], hostKeys: HostKeys, memory: LoginMemory): HostProbe {
  const logins = prepareLogins(credentials, memory)
  return {
    name: 'ssh',
    async run({ live, signal }) {
      const target = { address: live.address, port, hostKeys, signal }
      const { outcome, detail, observation, transcript } = await probeSsh(target, logins)
      return {
        outcome,
        detail,
        ...(observation && { findings: { ssh: { port, observation } } }),
        ...(transcript && { raw: [{ name: 'ssh.txt', content: transcript.bytes() }] }),
        ...(transcript?.isCut && { truncated: ['ssh: more was printed than is kept, the raw payload is cut'] }),
      }
    },
  }
}
