/** What a list's address holds beside its filters. All of it is text; what is none of its kind is left out. */
const listKeys = ['q', 'sort', 'page', 'size', 'columns'] as const
const deviceFilterKeys = ['type', 'tag', 'segmentId', 'changed', 'quiet'] as const

type Values<K extends string> = Partial<Record<K, string | undefined>>

export type ListState = Values<(typeof listKeys)[number]>
export type DeviceListState = ListState & Values<(typeof deviceFilterKeys)[number]>

const isWholeNumber = (text: string): boolean => /^[1-9]\d{0,6}$/.test(text)

function pick<K extends string>(given: Record<string, unknown>, keys: readonly K[]): Values<K> {
  const found = keys.flatMap((key) => {
    const value = given[key]
    const fits = typeof value === 'string' && value !== '' && (!['page', 'size'].includes(key) || isWholeNumber(value))
    return fits ? [[key, value] as const] : []
  })
  return Object.fromEntries(found) as Values<K>
}

export const readListSearch = (given: Record<string, unknown>): DeviceListState =>
  pick(given, [...listKeys, ...deviceFilterKeys])

const deviceKeys = ['asOf', 'q', 'page', 'from', 'to'] as const
export type DevicePageState = Values<(typeof deviceKeys)[number]>

export const readDeviceSearch = (given: Record<string, unknown>): DevicePageState => pick(given, deviceKeys)
