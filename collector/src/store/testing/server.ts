import { messageOf } from '@rollcall/shared/errors.ts'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../../../test/harness/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test files' server, or the reason why there is none: only tests that need it fail then. */
    postgres: { url: string } | { problem: string }
  }
}

/** For tests: one PostgreSQL for all files of a run, as making a server takes longer than most files do. */
export default async function startTestServer({ provide }: TestProject) {
  const server = await startPostgres().catch((error: unknown) => ({ problem: messageOf(error) }))
  if ('problem' in server) return provide('postgres', server)
  provide('postgres', { url: server.url })
  return server.stop
}
