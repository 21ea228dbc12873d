import ipaddr from 'ipaddr.js'

/** Converts MiB to bytes: documents give memory and volumes in MiB, disks in MB. */
export const mebibytes = (value: number | undefined): number | undefined => scaled(value, 1_048_576)
export const megabytes = (value: number | undefined): number | undefined => scaled(value, 1_000_000)

function scaled(value: number | undefined, unit: number): number | undefined {
  const bytes = value === undefined ? undefined : Math.round(value * unit)
  return bytes !== undefined && bytes >= 0 && Number.isSafeInteger(bytes) ? bytes : undefined
}

/** A whole number above 0, such as a number of cores. */
export const positive = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isInteger(value) && value > 0 ? value : undefined

/** A whole number from 0 on, such as an amount. */
export const natural = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** Converts the week and year of manufacture in an EDID, `32/2015`, to `2015-W32`. Week 0 means that only a year is given. */
export function weekOf(text: string | undefined): string | undefined {
  const [, week, year] = /^(\d{1,2})\/(\d{4})$/.exec(text ?? '') ?? []
  if (week === undefined || year === undefined || Number(week) > 53) return undefined
  return Number(week) === 0 ? year : `${year}-W${week.padStart(2, '0')}`
}

/**
 * Converts `2026-11-20`, `2026-11-20 08:15:30` or the older `20/11/2026` to a time in UTC. Agents report no time zone.
 */
export function timeOf(text: string | undefined): string | undefined {
  const iso = text?.replace(/^(\d{2})\/(\d{2})\/(\d{4})/, '$3-$2-$1')
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?/.exec(iso ?? '')
  if (!parts) return undefined
  const time = new Date(`${parts[1]}T${parts[2] ?? '00:00:00'}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** Length of a netmask such as 255.255.255.0 or ffff:ffff::. undefined if it is no netmask. */
export function prefixLengthOf(mask: string | undefined): number | undefined {
  if (mask === undefined || !ipaddr.isValid(mask)) return undefined
  return ipaddr.parse(mask).prefixLengthFromSubnetMask() ?? undefined
}

/** ifType of IF-MIB by its number: the common names of IANAifType, and `type-N` for the others. */
export function interfaceTypeOf(number: number | undefined): string | undefined {
  return number === undefined ? undefined : (interfaceTypes.get(number) ?? `type-${number}`)
}

const interfaceTypes = new Map([
  [1, 'other'],
  [6, 'ethernetCsmacd'],
  [24, 'softwareLoopback'],
  [53, 'propVirtual'],
  [71, 'ieee80211'],
  [131, 'tunnel'],
  [135, 'l2vlan'],
  [136, 'l3ipvlan'],
  [161, 'ieee8023adLag'],
  [209, 'bridge'],
])
