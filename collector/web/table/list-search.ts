/** Keys that every list has in its address besides its filters. Values are text; invalid ones are dropped. */
const listKeys = ['q', 'sort', 'page', 'size', 'columns'] as const

type Values<K extends string> = Partial<Record<K, string | undefined>>

export type ListState = Values<(typeof listKeys)[number]>

const wholeNumbers: readonly string[] = ['page', 'size', 'changesPage']
const isWholeNumber = (text: string): boolean => /^[1-9]\d{0,6}$/.test(text)

function pick<K extends string>(given: Record<string, unknown>, keys: readonly K[]): Values<K> {
  const found = keys.flatMap((key) => {
    const value = given[key]
    const fits = typeof value === 'string' && value !== '' && (!wholeNumbers.includes(key) || isWholeNumber(value))
    return fits ? [[key, value] as const] : []
  })
  return Object.fromEntries(found) as Values<K>
}

/** Builds a reader of a list's address: the common keys and its filters. */
const listSearch =
  <K extends string>(...filters: readonly K[]) =>
  (given: Record<string, unknown>): ListState & Values<K> =>
    pick<(typeof listKeys)[number] | K>(given, [...listKeys, ...filters])

export const readDeviceListSearch = listSearch(
  'type',
  'maker',
  'tag',
  'segmentId',
  'source',
  'software',
  'seen',
  'quiet',
  'stale',
  'unreadable',
  'new',
  'changed',
  'archived',
  'query',
  'view',
  'asOf',
)
export type DeviceListState = ReturnType<typeof readDeviceListSearch>

export const readSoftwareListSearch = listSearch('by', 'group', 'kind', 'publisher', 'view')
export type SoftwareListState = ReturnType<typeof readSoftwareListSearch>

export const readComplianceSearch = listSearch('kind', 'productId', 'view')
export type ComplianceState = ReturnType<typeof readComplianceSearch>

export const readReviewsSearch = listSearch('kind', 'view')
export type ReviewsState = ReturnType<typeof readReviewsSearch>

export const readFindingsSearch = listSearch('state', 'ruleId', 'severity', 'deviceId', 'view')
export type FindingListState = ReturnType<typeof readFindingsSearch>

const productKeys = ['page', 'changesPage', 'versions'] as const
type ProductState = Values<(typeof productKeys)[number]>

export const readProductSearch = (given: Record<string, unknown>): ProductState => pick(given, productKeys)

export const readChangesSearch = listSearch(
  'verb',
  'entity',
  'deviceId',
  'softwareId',
  'by',
  'span',
  'from',
  'until',
  'view',
)
export type ChangesState = ReturnType<typeof readChangesSearch>

export const readCompareSearch = listSearch('device', 'other', 'from', 'to')
export type CompareState = ReturnType<typeof readCompareSearch>

export const readAddressSearch = listSearch('at')
export type AddressState = ReturnType<typeof readAddressSearch>

export const readSettingsSearch = listSearch('kind', 'status')
export type SettingsListState = ReturnType<typeof readSettingsSearch>

export const readReportListSearch = listSearch('view')
export type ReportListState = ReturnType<typeof readReportListSearch>

export const readAgentListSearch = listSearch('status', 'platform', 'version', 'problem', 'upgrade', 'agent', 'view')
export type AgentListState = ReturnType<typeof readAgentListSearch>

export const readSegmentListSearch = listSearch('type', 'auditServiceId', 'view')
export type SegmentListState = ReturnType<typeof readSegmentListSearch>

export const readTaskListSearch = listSearch('status', 'kind', 'segmentId', 'deviceId', 'view')
export type TaskListState = ReturnType<typeof readTaskListSearch>

export const readListSearch = listSearch()

/** Keys of the device page. `list` names the list that `q` and `page` belong to, if a tab has several. */
const deviceKeys = ['asOf', 'list', 'q', 'page', 'size', 'from', 'to', 'only', 'source', 'by', 'port'] as const
export type DevicePageState = Values<(typeof deviceKeys)[number]>

export const readDeviceSearch = (given: Record<string, unknown>): DevicePageState => pick(given, deviceKeys)

const mapKeys = ['view', 'colour', 'at', 'port'] as const
export type MapPageState = Values<(typeof mapKeys)[number]>

export const readMapSearch = (given: Record<string, unknown>): MapPageState => pick(given, mapKeys)
