import { runText } from '../../platform/host.ts'
import type { HardwarePart, MemoryModule } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf } from '../text.ts'

/** Runs `dmidecode` for the SMBIOS fields that /sys lacks, mainly memory modules. Needs root. */
export const dmidecode: Source<HardwarePart> = {
  name: 'dmidecode',
  isAvailable: (host) => host.hasProgram('dmidecode'),
  collect: async (host) => parseDmidecode(await runText(host, 'dmidecode', [], { asRoot: true })),
}

type Structure = { title: string; fields: Map<string, string> }

export function parseDmidecode(text: string): HardwarePart {
  const structures = parseStructures(text)
  const first = (title: string) => structures.find((structure) => structure.title === title)?.fields
  const [system, chassis, board, bios] = [
    first('System Information'),
    first('Chassis Information'),
    first('Base Board Information'),
    first('BIOS Information'),
  ]
  const modules = structures.filter(({ title }) => title === 'Memory Device').flatMap(({ fields }) => moduleOf(fields))
  return {
    system: {
      manufacturer: system?.get('Manufacturer'),
      model: system?.get('Product Name'),
      serialNumber: system?.get('Serial Number'),
      uuid: system?.get('UUID')?.toLowerCase(),
      assetTag: chassis?.get('Asset Tag'),
      chassis: chassis?.get('Type'),
    },
    firmware: { vendor: bios?.get('Vendor'), version: bios?.get('Version'), date: bios?.get('Release Date') },
    board: {
      manufacturer: board?.get('Manufacturer'),
      model: board?.get('Product Name'),
      serialNumber: board?.get('Serial Number'),
    },
    ...(modules.length > 0 ? { memory: { modules } } : {}),
  }
}

/**
 * Parses SMBIOS structures. Each starts at `Handle 0x…`; its title is on the next line (after `DMI type …` in versions
 * before 2.7), and its fields have the indentation of the first field. Deeper lines belong to a list.
 */
function parseStructures(text: string): Structure[] {
  const structures: Structure[] = []
  let current: Structure | undefined
  let titleIsNext = false
  let indent: string | undefined
  for (const line of linesOf(text)) {
    if (/^\s*Handle 0x/.test(line)) {
      titleIsNext = true
    } else if (titleIsNext) {
      if (/^\s*DMI type \d/.test(line)) continue
      titleIsNext = false
      indent = undefined
      current = { title: line.trim(), fields: new Map() }
      structures.push(current)
    } else {
      const [, space, name, value = ''] = /^(\s+)([^\s:][^:]*):\s*(.*)$/.exec(line) ?? []
      if (space === undefined || name === undefined) continue
      indent ??= space
      if (space === indent && !isNoValue(value)) current?.fields.set(name, value.trim())
    }
  }
  return structures
}

/** Returns true for dmidecode's words for a value that the firmware does not give. */
const isNoValue = (value: string): boolean =>
  /^(|not specified|not present|not provided|unknown|<out of spec>|<bad index>|none)$/i.test(value.trim())

/** Returns an empty array for an empty slot. */
function moduleOf(fields: Map<string, string>): MemoryModule[] {
  const sizeBytes = sizeOf(fields.get('Size'))
  if (!sizeBytes) return []
  return [
    {
      slot: fields.get('Locator'),
      sizeBytes,
      type: fields.get('Type'),
      speedMhz: speedOf(
        fields.get('Configured Memory Speed') ?? fields.get('Configured Clock Speed') ?? fields.get('Speed'),
      ),
      manufacturer: fields.get('Manufacturer'),
      partNumber: fields.get('Part Number'),
      serialNumber: fields.get('Serial Number'),
    },
  ]
}

const unitBytes: Record<string, number> = { kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30, tb: 2 ** 40 }

/** Parses `8192 MB` or `16 GB` to bytes; undefined for `No Module Installed`. */
function sizeOf(text: string | undefined): number | undefined {
  const [, number, unit] = /^(\d{1,9}) ([kmgt]b)\b/i.exec(text ?? '') ?? []
  const factor = unitBytes[unit?.toLowerCase() ?? '']
  return factor === undefined ? undefined : Number(number) * factor
}

/** Parses `2666 MT/s` or `1600 MHz`: manufacturers print transfers per second as MHz. */
function speedOf(text: string | undefined): number | undefined {
  const [, number] = /^(\d{1,6}) M(?:Hz|T\/s)/.exec(text ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}
