import { earliestYear } from '@rollcall/shared/inventory/earliest-year.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asBytes } from '../varbind.ts'
import { readTable } from './table.ts'

/** hrSWInstalledName, hrSWInstalledDate (RFC 2790). */
const columns = [2, 5].map((column) => oid(`1.3.6.1.2.1.25.6.3.1.${column}`))

export async function readInstalledSoftware(reader: SnmpReader, truncated: string[]): Promise<Software[]> {
  const rows = await readTable(reader, 'hrSWInstalledTable', columns, truncated)
  return rows.flatMap(({ cells }) => {
    const [name, date] = cells
    const text = asText(name)
    if (text === undefined) return []
    const installDate = dateAndTime(asBytes(date)) ?? displayedDate(asText(date))
    return [{ ...splitPackage(text), source: 'hrSWInstalled', ...optional({ installDate }) }]
  })
}

const architectures = '(x86_64|i[3-6]86|noarch|amd64|arm64|aarch64|armhf|armv7hl|ppc64|ppc64le|s390x|all|ia64)'
const debian = new RegExp(`^([a-z0-9][a-z0-9+.-]+)_([0-9][^_ ]*)_${architectures}$`)
/** Each part ends at a hyphen, so that a mismatch is found in one pass over a text of any length. */
const rpm = new RegExp(`^([\\w+.-]+)-((?=[^- ]*\\d)[^- ]+-[^- ]+?)(?:\\.${architectures})?$`)
const bsd = /^([\w+.-]+?)-(\d[^- ]*)$/
/** AIX filesets: `bos.rte 7.1.3.45 Base Operating System Runtime`. */
const aix = /^([A-Za-z][\w.+-]+) (\d+(?:\.\d+){3})(?: .*)?$/

/** Splits the text of a package manager into name, version and architecture; any other text is only a name. */
export function splitPackage(text: string): Pick<Software, 'name' | 'version' | 'architecture'> {
  const [, name, version, architecture] = debian.exec(text) ?? rpm.exec(text) ?? bsd.exec(text) ?? aix.exec(text) ?? []
  if (name === undefined || version === undefined) return { name: text, version: '' }
  return architecture === undefined ? { name, version } : { name, version, architecture }
}

/**
 * Converts DateAndTime (RFC 2579) of 8 octets (as UTC) or 11; undefined for an invalid one, which agents send for
 * unknown.
 */
export function dateAndTime(octets: Buffer | undefined): string | undefined {
  if (octets === undefined || (octets.length !== 8 && octets.length !== 11)) return undefined
  const year = octets.readUInt16BE(0)
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = octets.subarray(2)
  const [hours = 0, minutes = 0] = octets.subarray(9)
  if (
    year < earliestYear ||
    year > 2999 ||
    month < 1 ||
    day < 1 ||
    hour > 23 ||
    minute > 59 ||
    hours > 14 ||
    minutes > 59
  )
    return undefined
  if (new Date(Date.UTC(year, month - 1, day)).getUTCMonth() !== month - 1) return undefined
  const offsetMinutes = (octets[8] === 0x2d ? 1 : -1) * (hours * 60 + minutes)
  return new Date(Date.UTC(year, month - 1, day, hour, minute + offsetMinutes, Math.min(second, 59))).toISOString()
}

/** Parses the display form of DateAndTime (`2017-7-11,21:47:16.0`), which some agents send. */
function displayedDate(text: string | undefined): string | undefined {
  const parts = /^(\d{4})-(\d{1,2})-(\d{1,2}),(\d{1,2}):(\d{1,2}):(\d{1,2})/
    .exec(text ?? '')
    ?.slice(1)
    .map(Number)
  if (parts === undefined) return undefined
  const [year = 0, ...rest] = parts
  return dateAndTime(Buffer.from([year >> 8, year & 0xff, ...rest, 0]))
}
