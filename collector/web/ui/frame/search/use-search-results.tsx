import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import { IconApps, IconHistory, IconList, IconNetwork } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { segmentsOptions } from '../../../api/catalogs.ts'
import { searchOptions } from '../../../api/search.ts'
import { softwareListOptions } from '../../../api/software.ts'
import { count, counted } from '../../amounts.ts'
import { type Entry, type EntryGroup, shownMax } from './entry.ts'
import { inventoryEntry } from './inventory-entries.tsx'
import { fits } from './typed-words.ts'

/**
 * Searches the inventory. Earlier results stay until the new ones arrive; `isCurrent` reports that all of them belong to
 * the text.
 */
export function useSearchResults(text: string) {
  const enabled = text !== ''
  const navigate = useNavigate()
  const inventory = useQuery(searchOptions(text))
  const segments = useQuery({ ...segmentsOptions, enabled })
  const products = useQuery({
    ...softwareListOptions({ q: text, groupBy: 'name', limit: shownMax }),
    enabled,
  })
  const found = enabled ? (inventory.data?.items ?? []) : []
  const devices = found.flatMap(({ kind, device }) => (kind === 'device' && device ? [device] : []))
  const segmentEntries = enabled ? (segments.data?.items.filter(({ name }) => fits(text, name)) ?? []) : []
  const total = inventory.data?.devices ?? 0
  const groups: EntryGroup[] = [
    {
      label: 'Inventory',
      entries: [
        ...found.flatMap((result) => inventoryEntry(result, navigate) ?? []),
        ...addressEntry(text, (q) => void navigate({ to: '/addresses', search: { q } })),
        ...(devices.length > 0 && total > devices.length
          ? [allDevices(total, () => void navigate({ to: '/devices', search: { q: text } }))]
          : []),
      ],
    },
    {
      label: 'Segments',
      entries: segmentEntries.slice(0, shownMax).map(({ id, name, deviceCount }) => ({
        id,
        label: name,
        description: `${count(deviceCount)} ${deviceCount === 1 ? 'device' : 'devices'}`,
        icon: <IconNetwork size={18} stroke={1.6} aria-hidden />,
        run: () => void navigate({ to: '/segments/$segmentId', params: { segmentId: id } }),
      })),
    },
    {
      label: 'Software',
      entries: (enabled ? (products.data?.items ?? []) : []).map(({ id, name, publisher, installations }) => ({
        id,
        label: name,
        description: [publisher, `${count(installations)} installed`].filter(Boolean).join(' · '),
        icon: <IconApps size={18} stroke={1.6} aria-hidden />,
        run: () => void navigate({ to: '/software/$softwareId', params: { softwareId: id } }),
      })),
    },
  ]
  return {
    groups,
    devices,
    segments: segmentEntries,
    isCurrent: !enabled || [inventory, products, segments].every(isAnswered),
  }
}

/** A failed query has no answer to wait for. */
const isAnswered = ({ isPending, isPlaceholderData }: { isPending: boolean; isPlaceholderData: boolean }) =>
  !isPending && !isPlaceholderData

/** The history of an address that is typed whole. */
function addressEntry(text: string, open: (address: string) => void): Entry[] {
  const address = normaliseIp(text)
  if (address === undefined) return []
  return [
    {
      id: `history of ${address}`,
      label: `History of ${address}`,
      description: 'Who had this address, and when',
      icon: <IconHistory size={18} stroke={1.6} aria-hidden />,
      run: () => open(address),
    },
  ]
}

const allDevices = (total: number, run: () => void): Entry => ({
  id: 'all-devices',
  label: `All ${counted(total, 'matching device')}`,
  icon: <IconList size={18} stroke={1.6} aria-hidden />,
  run,
})
