import { runText } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf, parseInteger, timeOfSeconds } from '../text.ts'

const format =
  '%{NAME}\\t%|EPOCH?{%{EPOCH}:}:{}|%{VERSION}-%{RELEASE}\\t%{ARCH}\\t%{INSTALLTIME}\\t%{SIZE}\\t%{VENDOR}\\n'

/** Lists packages of Red Hat, SUSE and their derivatives. */
export const rpm: Source<SoftwarePart> = {
  name: 'rpm',
  isAvailable: (host) => host.hasProgram('rpm'),
  collect: async (host) => parseRpm(await runText(host, 'rpm', ['-qa', '--qf', format])),
}

export function parseRpm(text: string): Package[] {
  return linesOf(text).flatMap((line) => {
    const [name = '', version = '', architecture, seconds, bytes, vendor] = line.split('\t').map(present)
    // The database lists signing keys as packages.
    if (name === '' || name === 'gpg-pubkey') return []
    return {
      name,
      version,
      architecture,
      publisher: vendor,
      source: 'rpm',
      installDate: timeOfSeconds(seconds),
      sizeBytes: parseInteger(bytes),
    }
  })
}

const present = (text: string): string | undefined => (text === '(none)' || text === '' ? undefined : text)
