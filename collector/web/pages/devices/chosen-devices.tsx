import { Button, Text } from '@mantine/core'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Chosen } from '../../api/bulk.ts'
import { deviceListOptions } from '../../api/devices.ts'
import { count as written } from '../../ui/amounts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'

/** Devices that a person can still choose from in a dialog. */
const listedMax = 100

type Props = {
  title: string
  chosen: Chosen
  count: number
  /** Devices whose names are known, by id. */
  known: ReadonlyMap<string, DeviceListItem>
  onClose: () => void
  children: (devices: readonly DeviceListItem[]) => ReactNode
}

/** Shows a dialog about the chosen devices, also those of other pages. Says why if they are too many for it. */
export function ChosenDevices({ title, chosen, count, known, onClose, children }: Props) {
  const isFew = count <= listedMax
  const matching = 'matching' in chosen ? chosen.matching : undefined
  const query = useQuery({
    ...deviceListOptions({ ...matching, limit: listedMax }),
    enabled: isFew && matching !== undefined,
  })
  if ('ids' in chosen && isFew) return children(chosen.ids.flatMap((id) => known.get(id) ?? []))
  if (isFew && query.data && !query.isPlaceholderData) return children(query.data.items)
  return (
    <Dialog title={title} onClose={onClose} buttons={<Button onClick={onClose}>Close</Button>}>
      {isFew ? (
        <Loaded query={query} label="The devices">
          {() => null}
        </Loaded>
      ) : (
        <Text size="sm">
          {written(count)} devices are selected, more than the {listedMax} that you can choose from here. Narrow the
          list, or select fewer devices.
        </Text>
      )}
    </Dialog>
  )
}
