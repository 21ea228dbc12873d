import type { DeviceListState } from '../../table/list-search.ts'
import { ViewsMenu } from '../views/views-menu.tsx'

const builtIn = [
  { name: 'All devices', parameters: {} },
  { name: 'New in the last 7 days', parameters: { new: '7d', sort: '-lastSeen' } },
  { name: 'Changed in the last 7 days', parameters: { changed: '7d', sort: '-lastSeen' } },
  { name: 'Not seen for 30 days', parameters: { quiet: '30d', sort: 'lastSeen' } },
  { name: 'Not identified', parameters: { type: 'unknown' } },
  { name: 'Archived', parameters: { archived: 'true' } },
]

/** Views of the list of devices. */
export const DeviceViews = ({ state }: { state: DeviceListState }) => (
  <ViewsMenu list="devices" state={state} builtIn={builtIn} />
)
