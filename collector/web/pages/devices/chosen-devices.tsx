import { Button, Text } from '@mantine/core'
import { mergedDevicesMax } from '@rollcall/shared/api/choices.ts'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Chosen } from '../../api/bulk.ts'
import { deviceListOptions, deviceOptions } from '../../api/devices.ts'
import { ApiError } from '../../api/problem.ts'
import { counted } from '../../ui/amounts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Outline } from '../../ui/states/loaded.tsx'

/** A device to choose. */
export type ChosenDevice = Pick<DeviceListItem, 'id' | 'name' | 'ipAddress' | 'serialNumber'>

type Props = {
  title: string
  chosen: Chosen
  count: number
  /** Devices of the current page. */
  shown: readonly DeviceListItem[]
  onClose: () => void
  children: (devices: readonly ChosenDevice[]) => ReactNode
}

/** Shows a dialog about the chosen devices, also those of other pages. Says why if they are too many for it. */
export function ChosenDevices({ title, chosen, count, shown, onClose, children }: Props) {
  const isFew = count <= mergedDevicesMax
  const { devices, error, retry } = useChosen(chosen, shown, isFew)
  if (devices && devices.length > 1) return children(devices)
  return (
    <Dialog title={title} onClose={onClose} back={null} action={<Button onClick={onClose}>Close</Button>}>
      {isFew && error && <Failure error={error} label="The devices" retry={retry} />}
      {isFew && !error && !devices && <Outline lines={4} label="The devices" />}
      {isFew && devices && (
        <Text size="sm">Fewer than two of the selected devices still exist. Select other devices.</Text>
      )}
      {!isFew && (
        <Text size="sm">
          {counted(count, 'device')} are selected, more than the {mergedDevicesMax} that you can choose from here.
          Narrow the list, or select fewer devices.
        </Text>
      )}
    </Dialog>
  )
}

type Read = { devices: readonly ChosenDevice[] | undefined; error: Error | null; retry: () => void }

const isDeleted = (error: Error | null) => error instanceof ApiError && error.status === 404

/** Reads the chosen devices that the current page does not have; undefined until then. Deleted ones are left out. */
function useChosen(chosen: Chosen, shown: readonly DeviceListItem[], isFew: boolean): Read {
  const matching = 'matching' in chosen ? chosen.matching : undefined
  const whole = useQuery({
    ...deviceListOptions({ ...matching, limit: mergedDevicesMax }),
    enabled: isFew && matching !== undefined,
  })
  const ids = 'ids' in chosen && isFew ? chosen.ids : []
  const onPage = new Map(shown.map((device) => [device.id, device]))
  const others = ids.filter((id) => !onPage.has(id))
  const read = useQueries({ queries: others.map((id) => deviceOptions(id)) })
  if (matching !== undefined) {
    const devices = isFew && !whole.isPlaceholderData ? whole.data?.items : undefined
    return { devices, error: whole.error, retry: () => void whole.refetch() }
  }
  const failed = read.filter(({ error }) => error !== null && !isDeleted(error))
  const retry = () => failed.forEach(({ refetch }) => void refetch())
  const found = new Map(others.map((id, at) => [id, read[at]?.data]))
  const isRead = isFew && failed.length === 0 && !read.some(({ isPending }) => isPending)
  const devices = isRead ? ids.flatMap((id) => onPage.get(id) ?? found.get(id) ?? []) : undefined
  return { devices, error: failed[0]?.error ?? null, retry }
}
