import { messageOf } from '@rollcall/shared/errors.ts'
import { type Host, runText } from '../../../../platform/host.ts'

const limits = { timeoutMs: 10_000, outputBytesMax: 64 * 1024 }
/** Messages of dnf and zypper that may not write below /var: in the sandbox of the agent's unit, all of it is read-only. */
const refusal = /read-only file system|error building the cache/i

/**
 * Asks a package manager, which locks its cache and writes to it even for a question. If it may not, it is asked again
 * with a temporary folder as its cache, which has links to the files of the real one.
 */
export async function withCache<T>(host: Host, folder: string, ask: (cache?: string) => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!refusal.test(messageOf(error))) throw error
  }
  const linked = (await runText(host, 'mktemp', ['-d'], limits)).trim()
  try {
    // Owners stay as they are: the sandbox forbids to change them.
    await runText(host, 'cp', ['-rs', `${folder}/.`, linked], limits)
    return await ask(linked)
  } finally {
    await host.run('rm', ['-rf', '--', linked], limits)
  }
}
