import type { Host } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { OnCut, Source } from '../source.ts'
import { linesOf, timeOfSeconds } from '../text.ts'
import { entriesOf, reportDamaged } from './damaged-entries.ts'

const path = '/usr/lib/opkg/status'
const readStatus = (host: Host) => host.readFile(path, 16 * 1024 * 1024)

async function readOrThrow(host: Host): Promise<string> {
  const text = await readStatus(host)
  if (text === undefined) throw new Error(`cannot read ${path}`)
  return text
}

/** Lists packages of OpenWrt before it switched to apk, in the format of dpkg. */
export const opkg: Source<SoftwarePart> = {
  name: 'opkg',
  reads: ['[opkg]'],
  isAvailable: async (host) => (await readStatus(host)) !== undefined,
  collect: async (host, onCut) => parseOpkg(await readOrThrow(host), onCut),
}

export function parseOpkg(text: string, onCut?: OnCut): Package[] {
  const entries = entriesOf(text).map(fieldsOf)
  reportDamaged(entries.filter((fields) => !fields.get('Package')).length, onCut)
  return entries.flatMap((fields) => {
    const name = fields.get('Package')
    // `install user installed`: desired state, flags, current state.
    if (!name || !fields.get('Status')?.endsWith(' installed')) return []
    return {
      name,
      version: fields.get('Version') ?? '',
      architecture: fields.get('Architecture'),
      source: 'opkg',
      installDate: timeOfSeconds(fields.get('Installed-Time')),
    }
  })
}

function fieldsOf(entry: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of linesOf(entry)) {
    const [, name, value] = /^([\w-]+): (.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) fields.set(name, value.trim())
  }
  return fields
}
