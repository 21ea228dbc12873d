import type { ServicePrint } from '../../probes/banner/service-print.ts'
import type { Clue, ClueKind } from './claim.ts'
import { sourceOfPrint } from './from-device.ts'

const greetingKinds: ReadonlySet<string> = new Set<ClueKind>(['ssh', 'ftp', 'telnet', 'sip'])
const isGreeting = (name: string | undefined): name is ClueKind => name !== undefined && greetingKinds.has(name)

/** Returns the lines of the open ports, each with its source. */
export function cluesOf(prints: readonly ServicePrint[]): Clue[] {
  return prints.flatMap((print) => {
    const { name, banner, page = {}, certificate } = print
    const clue = (of: ClueKind, text: string | undefined, what: string): Clue[] =>
      text === undefined ? [] : [{ of, text, source: `${sourceOfPrint(print)} ${what}` }]
    return [
      ...clue('certificate', certificate?.subject, 'certificate'),
      ...clue('server', page.server, 'Server header'),
      ...clue('realm', page.realm, 'realm'),
      ...clue('title', page.title, 'title'),
      ...(isGreeting(name) ? clue(name, banner, 'greeting') : []),
    ]
  })
}
