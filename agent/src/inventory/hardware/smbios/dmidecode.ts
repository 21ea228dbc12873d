import { messageOf } from '@rollcall/shared/errors.ts'
import { type Host, runText } from '../../../platform/host.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { linesOf } from '../../text.ts'
import { versionOf } from './entry-point.ts'
import { parseTables, smbiosReads } from './parse-tables.ts'
import type { SmbiosTables } from './structures.ts'
import { smbios } from './tables.ts'

/**
 * Reads the SMBIOS tables as dmidecode prints them, where /sys does not show them: only root may read them, and the
 * sudo rule of a remote machine permits dmidecode, or the kernel is older than Linux 4.2, or is none of Linux.
 */
export const dmidecode: Source<HardwarePart> = {
  name: 'dmidecode',
  reads: smbiosReads,
  fallbackFor: smbios.name,
  isAvailable: (host) => host.hasProgram('dmidecode'),
  collect: async (host, onCut) => {
    const output = await readDump(host)
    return output === undefined ? {} : parseTables(parseDump(output), onCut)
  },
}

/** Returns undefined for a machine without SMBIOS: most ARM boards, and containers, which have no /dev/mem either. */
async function readDump(host: Host): Promise<string | undefined> {
  try {
    const output = await runText(host, 'dmidecode', ['-u'], { asRoot: true })
    return /^# No SMBIOS nor DMI entry point found/m.test(output) ? undefined : output
  } catch (error) {
    if (messageOf(error).endsWith('/dev/mem: No such file or directory')) return undefined
    throw error
  }
}

/**
 * Parses the output of `dmidecode -u` (since 2.7): for each structure the bytes of its fields, then of each text, in
 * lines of up to 16.
 */
export function parseDump(output: string): SmbiosTables {
  const [, major, minor] = /^(?:SMBIOS|Legacy DMI) (\d{1,3})\.(\d{1,3})/m.exec(output) ?? []
  const [, ...structures] = output.split(/^Handle 0x.*$/m)
  return {
    version: major === undefined ? undefined : versionOf(Number(major), Number(minor)),
    table: Buffer.concat(structures.map(structureOf)),
  }
}

function structureOf(block: string): Buffer {
  const [fields = '', texts = ''] = block.split(/^\tStrings:$/m)
  const rows = linesOf(texts)
  const textRows: string[] = []
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] ?? ''
    textRows.push(row)
    // The last row of a text ends in its zero. The line below shows its characters, which may look like a row.
    if (/\b00\s*$/.test(row)) index += 1
  }
  const textBytes = bytesOf(textRows)
  return Buffer.concat([bytesOf(linesOf(fields)), textBytes, Buffer.alloc(textBytes.length === 0 ? 2 : 1)])
}

const bytesOf = (lines: string[]): Buffer => {
  const rows = lines.filter((line) => /^\t\t[\dA-F]{2}( [\dA-F]{2}){0,15}$/.test(line))
  return Buffer.from(rows.join('').replace(/\s/g, ''), 'hex')
}
