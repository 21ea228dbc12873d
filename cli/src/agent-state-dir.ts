import { resolve } from 'node:path'
import { defaultStateDir } from '@rollcall/agent/state-dir.ts'

/** Returns the agent's state directory: as given, of the environment, or the default one. */
export const agentStateDir = (given: string | undefined, ofEnvironment: string | undefined): string =>
  resolve(given ?? ofEnvironment ?? defaultStateDir)
