import { type Host, runText } from '../../../platform/host.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { parseEntryPoint } from './entry-point.ts'
import { parseTables, smbiosReads } from './parse-tables.ts'
import { type SmbiosTables, tableBytesMax } from './structures.ts'

const folder = '/sys/firmware/dmi/tables'
const entryPointPath = `${folder}/smbios_entry_point`
const tablePath = `${folder}/DMI`
const entryPointBytesMax = 256
const odBytesPerByte = 4

/**
 * Reads the SMBIOS tables from /sys, which only root may do. A remote machine may permit `od` as root. Where it has
 * dmidecode, that source asks for root instead, because each request is an entry in the machine's log.
 */
export const smbios: Source<HardwarePart> = {
  name: 'smbios',
  reads: smbiosReads,
  isAvailable: async (host) => {
    if (!(await host.listFolder(folder)).includes('DMI')) return false
    return (
      (await host.readBytes(entryPointPath, entryPointBytesMax)) !== undefined || !(await host.hasProgram('dmidecode'))
    )
  },
  collect: async (host, onCut) => parseTables(await readTables(host), onCut),
}

async function readTables(host: Host): Promise<SmbiosTables> {
  const [entryPoint, table] = await Promise.all([
    host.readBytes(entryPointPath, entryPointBytesMax),
    host.readBytes(tablePath, tableBytesMax),
  ])
  if (table) return { version: undefined, ...parseEntryPoint(entryPoint ?? Buffer.alloc(0)), table }

  const limits = { asRoot: true, outputBytesMax: odBytesPerByte * tableBytesMax }
  const hex = await runText(host, 'od', ['-An', '-v', '-tx1', entryPointPath, tablePath], limits)
  const bytes = Buffer.from(hex.replace(/\s+/g, ''), 'hex')
  const entry = parseEntryPoint(bytes)
  if (!entry) throw new Error(`${entryPointPath} is no SMBIOS entry point`)
  return { ...entry, table: bytes.subarray(entry.entryPointBytes) }
}
