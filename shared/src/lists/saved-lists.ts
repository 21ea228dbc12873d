import type { ViewList } from '../api/view.ts'
import { endOfDay, startOfDay } from './days.ts'
import { deviceFilterOf } from './device-filter.ts'
import { ago } from './spans.ts'

/** Parameters in the address of a list, as a view stores them. */
type Address = Readonly<Record<string, string | undefined>>
/** The time and the time zone in which an address is read: spans and days stay relative to them. */
type ReadAt = { now: number; timeZone: string }

type SavedList = {
  name: string
  /** Path of its page in the web interface. */
  page: string
  /** Path of its API call. */
  path: string
  /** A row of its file in words, such as `device`. */
  row: string
  /** Converts its address to query parameters of the API, without paging and columns of its own. */
  filterOf: (address: Address, at: ReadAt) => Record<string, string | undefined>
}

/** Keeps the parameters that the address and the API name alike. */
const same =
  (...names: readonly string[]): SavedList['filterOf'] =>
  (address) =>
    Object.fromEntries(names.map((name) => [name, address[name]]))

/** The lists that can be saved as a view and sent as a report. */
export const savedLists: Readonly<Record<ViewList, SavedList>> = {
  devices: {
    ...{ name: 'Devices', page: '/devices', path: '/api/v1/devices', row: 'device' },
    filterOf: (address, { now }) => deviceFilterOf(address, now),
  },
  software: {
    ...{ name: 'Software', page: '/software', path: '/api/v1/software', row: 'product' },
    filterOf: ({ q, by, group, kind, publisher }) => ({
      ...{ q, kind, publisher, softwareGroup: group },
      // By name unless it asks for versions.
      groupBy: by === 'version' ? undefined : 'name',
    }),
  },
  compliance: {
    ...{ name: 'Compliance', page: '/software/compliance', path: '/api/v1/compliance', row: 'finding' },
    filterOf: same('kind', 'productId'),
  },
  findings: {
    ...{ name: 'Findings', page: '/findings', path: '/api/v1/findings', row: 'finding' },
    filterOf: same('state', 'ruleId', 'severity', 'deviceId'),
  },
  reviews: { name: 'Reviews', page: '/reviews', path: '/api/v1/reviews', row: 'review', filterOf: same('kind') },
  segments: {
    ...{ name: 'Segments', page: '/segments', path: '/api/v1/segments', row: 'segment' },
    filterOf: same('type', 'auditServiceId'),
  },
  tasks: {
    ...{ name: 'Tasks', page: '/tasks', path: '/api/v1/tasks', row: 'task' },
    filterOf: same('status', 'kind', 'segmentId', 'deviceId'),
  },
  changes: {
    ...{ name: 'Changes', page: '/changes', path: '/api/v1/software/change-history', row: 'change' },
    filterOf: ({ verb, entity, deviceId, softwareId, by, span, from, until }, { now, timeZone }) => ({
      ...{ verb, entity, deviceId, softwareId, editedBy: by },
      ...(span === undefined
        ? { from: startOfDay(from, timeZone), to: endOfDay(until, timeZone) }
        : { from: ago(span, now) }),
    }),
  },
  agents: {
    ...{ name: 'Agents', page: '/settings/agents', path: '/api/v1/agents', row: 'agent' },
    filterOf: ({ upgrade, ...address }, at) => ({
      ...same('q', 'status', 'platform', 'version', 'problem', 'sort')(address, at),
      upgradeAvailable: upgrade,
    }),
  },
}
