import { Button, Text } from '@mantine/core'
import { mergedDevicesMax } from '@rollcall/shared/api/choices.ts'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Chosen } from '../../api/bulk.ts'
import { deviceListOptions, deviceOptions } from '../../api/devices.ts'
import { counted } from '../../ui/amounts.ts'
import { Dialog } from '../../ui/dialog.tsx'
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
  const devices = useChosen(chosen, shown, isFew)
  if (devices) return children(devices)
  return (
    <Dialog title={title} onClose={onClose} buttons={<Button onClick={onClose}>Close</Button>}>
      {isFew ? (
        <Outline lines={4} label="The devices" />
      ) : (
        <Text size="sm">
          {counted(count, 'device')} are selected, more than the {mergedDevicesMax} that you can choose from here.
          Narrow the list, or select fewer devices.
        </Text>
      )}
    </Dialog>
  )
}

/** Reads the chosen devices that the current page does not have; undefined until then. Deleted ones are left out. */
function useChosen(
  chosen: Chosen,
  shown: readonly DeviceListItem[],
  isFew: boolean,
): readonly ChosenDevice[] | undefined {
  const matching = 'matching' in chosen ? chosen.matching : undefined
  const whole = useQuery({
    ...deviceListOptions({ ...matching, limit: mergedDevicesMax }),
    enabled: isFew && matching !== undefined,
  })
  const ids = 'ids' in chosen && isFew ? chosen.ids : []
  const onPage = new Map(shown.map((device) => [device.id, device]))
  const others = ids.filter((id) => !onPage.has(id))
  const read = useQueries({ queries: others.map((id) => deviceOptions(id)) })
  if (!isFew) return undefined
  if (matching !== undefined) return whole.isPlaceholderData ? undefined : whole.data?.items
  if (read.some(({ isPending }) => isPending)) return undefined
  const found = new Map(others.map((id, at) => [id, read[at]?.data]))
  return ids.flatMap((id) => onPage.get(id) ?? found.get(id) ?? [])
}
