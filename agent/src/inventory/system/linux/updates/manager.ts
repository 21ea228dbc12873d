import type { Host } from '../../../../platform/host.ts'
import type { Files } from '../../../cached-by-times.ts'
import type { PendingUpdates } from '../../../parts.ts'

export type Update = NonNullable<PendingUpdates['updates']>[number]

/** A package manager that knows from its local data which updates it would install. No list is downloaded. */
export type UpdateManager = {
  name: string
  /** Returns true if its lists are on this machine. */
  isAvailable(host: Host): Promise<boolean>
  /** Files whose changes can change the answer: the lists, and the database of installed packages. */
  inputs: readonly Files[]
  /** File that is as old as the lists. */
  listsFile: Files
  /** Asks the package manager; this is expensive. */
  query(host: Host): Promise<string>
  parse(text: string): Update[]
}

export const queryLimits = { timeoutMs: 25_000, outputBytesMax: 8 * 1024 * 1024 }
