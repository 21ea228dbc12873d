import { runText } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf } from '../text.ts'

/** Lists active snaps, without older revisions that remain for a rollback. */
export const snap: Source<SoftwarePart> = {
  name: 'snap',
  isAvailable: (host) => host.hasProgram('snap'),
  collect: async (host) => parseSnap(await runText(host, 'snap', ['list'])),
}

/** Parses `Name Version Rev Tracking Publisher Notes`; a verified publisher ends in `*`, `**` or a tick. */
export function parseSnap(text: string): Package[] {
  return linesOf(text)
    .slice(1)
    .flatMap((line) => {
      const [name = '', version = '', , , publisher = ''] = line.trim().split(/\s+/)
      if (name === '') return []
      return {
        name,
        version,
        publisher: publisher.replace(/[*✓✪]+$/u, '').replace(/^-$/, '') || undefined,
        source: 'snap',
      }
    })
}
