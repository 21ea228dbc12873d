import { Group } from '@mantine/core'
import { FilterChip } from '../../../table/filter-chip.tsx'
import { exactTime } from '../../../ui/time-format.ts'
import { DeviceChip } from '../../device-chip.tsx'
import classes from './comparison.module.css'
import type { Side } from './use-side.ts'

type Props = {
  name: string
  side: Side
  onDevice: (deviceId: string | undefined) => void
  onSnapshot: (snapshotId: string | undefined) => void
}

/** Chooses the device and snapshot of one side. */
export function SidePicks({ name, side, onDevice, onSnapshot }: Props) {
  return (
    <fieldset className={classes['side']}>
      <legend>{name}</legend>
      <Group gap="xs">
        <DeviceChip value={side.deviceId} onChange={onDevice} />
        {side.snapshots.length > 0 && (
          <FilterChip
            label="Snapshot"
            value={side.snapshot?.id}
            options={side.snapshots.map(({ id, auditDate, source }, at) => ({
              value: id,
              label: `${exactTime(auditDate)}, ${source}${at === 0 ? ', latest' : ''}`,
            }))}
            onChange={onSnapshot}
          />
        )}
      </Group>
    </fieldset>
  )
}
