import { runText } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf } from '../text.ts'

/** Lists Flatpak applications and runtimes of the system and of the agent's user. */
export const flatpak: Source<SoftwarePart> = {
  name: 'flatpak',
  isAvailable: (host) => host.hasProgram('flatpak'),
  collect: async (host) =>
    parseFlatpak(await runText(host, 'flatpak', ['list', '--columns=application,version,branch,arch'])),
}

/**
 * Parses columns separated by tabs, which flatpak prints if standard output is no terminal. Runtimes have a branch, but
 * often no version.
 */
export function parseFlatpak(text: string): Package[] {
  return linesOf(text).flatMap((line) => {
    const [name = '', version = '', branch = '', architecture = ''] = line.split('\t').map((cell) => cell.trim())
    if (name === '' || !name.includes('.')) return []
    return { name, version: version || branch, architecture: architecture || undefined, source: 'flatpak' }
  })
}
