import { z } from 'zod'
import { runText } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'

/** PowerShell must be told to print JSON in UTF-8; the output of `reg query` depends on the code page. */
const script = `
[Console]::OutputEncoding = [Text.Encoding]::UTF8
$keys = 'HKLM:\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\*',
  'HKLM:\\Software\\WOW6432Node\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\*',
  'HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\*'
$rows = Get-ItemProperty -Path $keys -ErrorAction SilentlyContinue |
  Select-Object DisplayName, DisplayVersion, Publisher, InstallDate, EstimatedSize, SystemComponent, ParentKeyName
ConvertTo-Json -Compress -InputObject @($rows)`

/** Lists programs that Windows offers to uninstall. */
export const windowsUninstall: Source<SoftwarePart> = {
  name: 'uninstall-keys',
  isAvailable: (host) => host.hasProgram('powershell.exe'),
  collect: async (host) =>
    parseUninstall(await runText(host, 'powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script])),
}

/** Text; some installers write numbers instead. */
const textSchema = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim())
const rowsSchema = z.array(
  z.object({
    DisplayName: textSchema,
    DisplayVersion: textSchema,
    Publisher: textSchema,
    /** Mostly YYYYMMDD. */
    InstallDate: textSchema,
    /** Size in KiB. */
    EstimatedSize: textSchema,
    SystemComponent: textSchema,
    ParentKeyName: textSchema,
  }),
)

export function parseUninstall(text: string): Package[] {
  // The encoding adds a byte order mark.
  const rows = rowsSchema.parse(JSON.parse(text.replace(/^\ufeff/, '') || '[]'))
  return (
    rows
      // Hidden components, and updates that belong to another program.
      .filter((row) => row.DisplayName !== '' && row.SystemComponent !== '1' && row.ParentKeyName === '')
      .map((row) => ({
        name: row.DisplayName,
        version: row.DisplayVersion,
        publisher: row.Publisher || undefined,
        source: 'uninstall-keys',
        installDate: dateOf(row.InstallDate),
        sizeBytes: /^\d{1,12}$/.test(row.EstimatedSize) ? Number(row.EstimatedSize) * 1024 : undefined,
      }))
  )
}

function dateOf(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00.000Z`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
