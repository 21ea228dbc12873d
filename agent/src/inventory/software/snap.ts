import { runText } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf, timeOfSeconds } from '../text.ts'

const folder = '/var/lib/snapd/snaps'
const timeoutMs = 10_000

/** Lists active snaps, without older revisions that remain for a rollback. Only snapd's daemon has the publishers. */
export const snap: Source<SoftwarePart> = {
  name: 'snap',
  reads: ['[snap]'],
  // The system may start snapd for this.
  timeoutMs: 15_000,
  isAvailable: async (host) =>
    (await host.listFolder(folder)).some((name) => name.endsWith('.snap')) && (await host.hasProgram('snap')),
  collect: async (host) => {
    const [list, times] = await Promise.all([
      runText(host, 'snap', ['list', '--unicode=never', '--color=never'], { timeoutMs }),
      host.modifiedTimes(folder, '.snap'),
    ])
    return parseSnap(list, times)
  },
}

/**
 * Parses `Name Version Rev Tracking Publisher Notes`; a verified publisher ends in `*`, `**` or a tick. The file of a
 * revision is as old as its installation.
 */
export function parseSnap(text: string, times: ReadonlyMap<string, number> = new Map()): Package[] {
  return linesOf(text)
    .slice(1)
    .flatMap((line) => {
      const [name = '', version = '', revision = '', , publisher = ''] = line.trim().split(/\s+/)
      if (name === '') return []
      const time = times.get(`${name}_${revision}.snap`)
      return {
        name,
        version,
        publisher: publisher.replace(/[*✓✪]+$/u, '').replace(/^-$/, '') || undefined,
        source: 'snap',
        installDate: time === undefined ? undefined : timeOfSeconds(`${time}`),
      }
    })
}
