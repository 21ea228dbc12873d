import { join } from 'node:path'
import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { untilActive } from '../../flows/support/audit-site.ts'
import { startProcess } from '../../harness/processes.ts'
import { launcher, runCli } from '../../harness/rollcall.ts'
import { waitFor } from '../../harness/wait.ts'
import type { Reached } from './agents.ts'
import { namesIn, type ResultLedger, watchSpool } from './result-ledger.ts'

/** An Audit Service that has joined a collector, and the ledger of its results. */
export type WatchedService = AsyncDisposable & {
  auditServiceId: string
  results: ResultLedger['results']
  /** Resolves when NATS has every result. */
  untilSent: () => Promise<unknown>
}

export async function startWatchedService(stateDir: string, { api, facts }: Reached): Promise<WatchedService> {
  const name = 'behind the balancer'
  const { token } = await api.create('/api/v1/join-tokens', { for: 'audit-service' }, joinTokenSchema)
  const state = ['--state-dir', stateDir]
  const joined = await runCli(['audit-service', 'join', '--url', facts.url, '--token', token, '--name', name, ...state])
  if (joined.code !== 0) throw new Error(`the Audit Service did not join: ${joined.stderr}`)
  const args = [launcher.script, 'audit-service', 'run', '--json', ...state]
  const service = await startProcess({ program: launcher.program, args, ready: /"auditServiceId"/ })
  const ledger = watchSpool(stateDir)
  const isSent = async () => (await namesIn(join(stateDir, 'spool'))).length === 0
  return {
    auditServiceId: await untilActive(api, name),
    results: ledger.results,
    untilSent: () => waitFor(isSent, { what: 'every result to be sent', timeoutMs: 60_000 }),
    [Symbol.asyncDispose]: async () => {
      await ledger.stop()
      await service.stop()
    },
  }
}
