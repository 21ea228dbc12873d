import { IconApps, IconList, IconNetwork } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { segmentsOptions } from '../../../api/catalogs.ts'
import { deviceSearchOptions } from '../../../api/search.ts'
import { softwareListOptions } from '../../../api/software.ts'
import { count, counted } from '../../amounts.ts'
import { DeviceTypeIcon } from '../../device-type.tsx'
import { type Entry, type EntryGroup, shownMax } from './entry.ts'
import { fits } from './wanted.ts'

/** Searches the inventory. Earlier results stay until the new ones arrive. */
export function useSearchResults(text: string) {
  const enabled = text !== ''
  const navigate = useNavigate()
  const devices = useQuery(deviceSearchOptions(text))
  const segments = useQuery({ ...segmentsOptions, enabled })
  const products = useQuery({
    ...softwareListOptions({ q: text, groupBy: 'name', limit: shownMax }),
    enabled,
  })
  const deviceEntries = enabled ? (devices.data?.items ?? []).slice(0, shownMax) : []
  const segmentEntries = enabled ? (segments.data?.items.filter(({ name }) => fits(text, name)) ?? []) : []
  const total = devices.data?.total ?? 0
  const groups: EntryGroup[] = [
    {
      label: 'Devices',
      entries: [
        ...deviceEntries.map((device) => ({
          id: device.id,
          label: device.name,
          description: [device.ipAddress, device.macAddress, device.serialNumber].filter(Boolean).join(' · '),
          icon: <DeviceTypeIcon type={device.type} size={18} />,
          run: () => void navigate({ to: '/devices/$deviceId', params: { deviceId: device.id } }),
        })),
        ...(deviceEntries.length > 0 && total > deviceEntries.length
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
    devices: deviceEntries,
    segments: segmentEntries,
    isFetching: devices.isFetching || products.isFetching,
  }
}

const allDevices = (total: number, run: () => void): Entry => ({
  id: 'all-devices',
  label: `All ${counted(total, 'matching device')}`,
  icon: <IconList size={18} stroke={1.6} aria-hidden />,
  run,
})
