import { withoutCredentials } from '@rollcall/shared/inventory/without-credentials.ts'
import { type Host, runText } from '../../platform/host.ts'
import type { HardwarePart, PrintQueue } from '../parts.ts'
import type { OnCut, Source } from '../source.ts'
import { linesOf, textOrNone } from '../text.ts'
import { upTo } from '../up-to.ts'

const printersPath = '/etc/cups/printers.conf'
const printersBytesMax = 8 * 1024 * 1024
const queuesMax = 1024
const lpstatLimits = { timeoutMs: 5_000, outputBytesMax: 4 * 1024 * 1024, isPrivate: true }

/** Lists the print queues of CUPS: from its file, which only root may read, or else by `lpstat`. */
export const printQueues: Source<HardwarePart> = {
  name: 'print-queues',
  reads: ['printQueues'],
  isAvailable: async (host) => (await host.listFolder('/etc/cups')).includes('printers.conf'),
  collect: async (host, onCut) => {
    const text = await host.readFile(printersPath, printersBytesMax, undefined, 'private')
    return { printQueues: text === undefined ? await readByLpstat(host, onCut) : limit(parsePrinters(text), onCut) }
  },
}

async function readByLpstat(host: Host, onCut: OnCut | undefined): Promise<PrintQueue[]> {
  if (!(await host.hasProgram('lpstat'))) {
    onCut?.('cannot read printers.conf, and lpstat is not installed')
    return []
  }
  return limit(parseLpstat(await runText(host, 'lpstat', ['-d', '-v'], lpstatLimits)), onCut)
}

function limit(queues: PrintQueue[], onCut: OnCut | undefined): PrintQueue[] {
  return upTo(queues, queuesMax, 'queues', onCut)
}

/** Parses printers.conf(5): `<Printer name>` or `<DefaultPrinter name>`, directives, `</Printer>`. */
export function parsePrinters(text: string): PrintQueue[] {
  const queues: PrintQueue[] = []
  let values: Map<string, string> | undefined
  for (const line of linesOf(text)) {
    const [, kind, name] = /^<(Default)?Printer (.+)>$/.exec(line.trim()) ?? []
    if (name !== undefined) {
      values = new Map([['name', name]])
      if (kind !== undefined) values.set('default', 'yes')
    } else if (/^<\//.test(line.trim())) {
      if (values) queues.push(queueOf(values))
      values = undefined
    } else {
      const [, directive, value] = /^\s*(\w+)\s+(.*)$/.exec(line) ?? []
      if (directive !== undefined && value !== undefined) values?.set(directive.toLowerCase(), value.trim())
    }
  }
  return queues
}

const queueOf = (values: Map<string, string>): PrintQueue => ({
  name: values.get('name') ?? '',
  driver: textOrNone(values.get('makemodel')),
  serialNumber: serialIn(values.get('deviceuri') ?? ''),
  port: textOrNone(withoutCredentials(values.get('deviceuri') ?? '')),
  location: textOrNone(values.get('location')),
  isDefault: values.has('default'),
  isShared: isOn(values.get('shared')),
})

/** Returns the serial number in the URI of a USB printer: `usb://HP/LaserJet%20400?serial=VNB3`. */
const serialIn = (uri: string): string | undefined => /^(?:usb|hp):[^?]*\?(?:.*&)?serial=([\w.-]+)/i.exec(uri)?.[1]

const isOn = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : /^(yes|on|true)$/i.test(text)

/** Parses lpstat(1): `system default destination: laser` and `device for laser: ipp://…`. */
function parseLpstat(text: string): PrintQueue[] {
  const preferred = /^system default destination: (\S+)$/m.exec(text)?.[1]
  return [...text.matchAll(/^device for (\S+): (.+)$/gm)].map(([, name = '', uri = '']) => ({
    name,
    serialNumber: serialIn(uri),
    port: textOrNone(withoutCredentials(uri)),
    isDefault: name === preferred,
  }))
}
