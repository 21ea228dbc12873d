import { ago } from './spans.ts'

/** Filter value of the address for devices of unknown manufacturer. No manufacturer has this name. */
export const noManufacturer = '-'

/** Columns of the list of devices that the catalog of fields names differently. */
const fieldOfColumn: Readonly<Record<string, string>> = { ipAddress: 'address', tags: 'tag' }

/** Converts the columns of an address to fields; undefined for the usual columns. */
function fieldsOfColumns(columns: string | undefined): string | undefined {
  if (columns === undefined || columns === 'none') return undefined
  return columns
    .split(',')
    .map((name) => fieldOfColumn[name] ?? name)
    .join(',')
}

/** Parameters in the address of the list of devices, as a view stores them. */
type Address = Readonly<Record<string, string | undefined>>
type Filter = Record<string, string | undefined>

const manufacturerOf = (maker: string | undefined): Filter =>
  maker === noManufacturer ? { hasManufacturer: 'false' } : { manufacturer: maker }

/**
 * Converts the address of the list of devices to query parameters of `GET /api/v1/devices`, without paging. Spans such
 * as `7d` become times before `now`, so that a stored view stays relative to the time of its use.
 */
export function deviceFilterOf(address: Address, now: number): Filter {
  const {
    q,
    type,
    maker,
    tag,
    segmentId,
    source,
    software,
    seen,
    quiet,
    stale,
    unreadable,
    changed,
    archived,
    query,
    asOf,
    sort,
    columns,
  } = address
  return {
    q,
    type,
    ...manufacturerOf(maker),
    tag,
    segmentId,
    source,
    softwareId: software,
    stale,
    auditProblem: unreadable,
    archived: archived === 'true' ? archived : undefined,
    query,
    columns: fieldsOfColumns(columns),
    asOf,
    sort,
    changedSince: ago(changed, now),
    firstSeenSince: ago(address['new'], now),
    lastSeenSince: ago(seen, now),
    lastSeenBefore: ago(quiet, now),
  }
}
