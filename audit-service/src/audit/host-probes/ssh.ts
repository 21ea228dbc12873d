import type { SshCredential } from '@rollcall/shared/messages/credential.ts'
import type { AttemptsPerDay } from '../../probes/ssh/attempts-per-day.ts'
import { type HostKeys, sshPort as port } from '../../probes/ssh/host-keys.ts'
import { probeSsh } from '../../probes/ssh/probe.ts'
import { prepareLogins } from '../../probes/ssh/try-credentials.ts'
import type { HostProbe } from '../host-probe.ts'

/** Reads the machine by SSH. It does not wait for the port scan: connecting to its one port is faster. */
export function sshProbe(credentials: readonly SshCredential[], hostKeys: HostKeys, memory: AttemptsPerDay): HostProbe {
  const logins = prepareLogins(credentials, memory)
  return {
    name: 'ssh',
    async run({ live, signal }) {
      const target = { address: live.address, port, hostKeys, signal }
      const { outcome, detail, tried, observation, transcript } = await probeSsh(target, logins)
      return {
        outcome,
        detail,
        tried,
        ...(observation && { findings: { ssh: { port, observation } } }),
        ...(transcript && { raw: [{ name: 'ssh.txt', content: transcript.bytes() }] }),
        ...(transcript?.isCut && { truncated: ['ssh: the output exceeds the limit, the raw payload was cut'] }),
      }
    },
  }
}
