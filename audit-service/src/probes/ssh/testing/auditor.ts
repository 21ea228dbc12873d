import { join } from 'node:path'
import type { SshCredential } from '@rollcall/shared/messages/credential.ts'
import { tmpFolder } from '../../../../../test/harness/tmp.ts'
import { openHostMemory } from '../../../host-memory/host-memory.ts'
import { attemptsPerDay } from '../attempts-per-day.ts'
import { type HostKeys, openHostKeys } from '../host-keys.ts'
import { probeSsh, type SshProbeResult } from '../probe.ts'
import { prepareLogins } from '../try-credentials.ts'

/** An SSH auditor with its own state directory. */
export type Auditor = AsyncDisposable & {
  stateDir: string
  hostKeys: HostKeys
  probe: (
    target: { address?: string; port: number },
    credentials: readonly SshCredential[],
    signal?: AbortSignal,
  ) => Promise<SshProbeResult>
}

export async function startAuditor(): Promise<Auditor> {
  const folder = await tmpFolder()
  const hostKeys = openHostKeys(folder.path)
  const onError = (error: unknown) => {
    throw error
  }
  const hosts = openHostMemory({ file: join(folder.path, 'hosts.jsonl'), onError })
  const memory = attemptsPerDay(hosts)
  return {
    stateDir: folder.path,
    hostKeys,
    probe: ({ address = '127.0.0.1', port }, credentials, signal = AbortSignal.timeout(60_000)) =>
      probeSsh({ address, port, hostKeys, signal }, prepareLogins(credentials, memory)),
    [Symbol.asyncDispose]: async () => {
      hosts.close()
      await folder.remove()
    },
  }
}
