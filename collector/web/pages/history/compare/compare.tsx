import { Group } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { CompareState } from '../../../table/list-search.ts'
import { SearchBox } from '../../../table/search-box.tsx'
import { useListAddress } from '../../../table/use-list-address.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { exactTime } from '../../../ui/time-format.ts'
import classes from './comparison.module.css'
import { Comparison } from './comparison.tsx'
import { SidePicks } from './side-picks.tsx'
import { type Side, useSide } from './use-side.ts'

/** Compares two snapshots: of one device at two times, or of two devices. */
export function Compare() {
  const { state, change, search } = useListAddress<CompareState>()
  const otherId = state.other ?? state.device
  const isOneDevice = otherId === state.device
  const before = useSide({ deviceId: state.device, snapshotId: state.from, isBefore: isOneDevice })
  const after = useSide({ deviceId: otherId, snapshotId: state.to })
  const swap = () =>
    change({ device: after.deviceId, other: before.deviceId, from: after.snapshot?.id, to: before.snapshot?.id })
  return (
    <>
      <PageHead
        title="Compare"
        about="Compare two snapshots of one device, or the latest snapshots of two devices. Only differences are shown."
        actions={state.device && <ActionButton label="Swap" icon={IconArrowsExchange} onClick={swap} />}
      />
      <div className={classes['picks']}>
        <SidePicks
          name="From"
          side={before}
          onDevice={(device) => change({ device, from: undefined })}
          onSnapshot={(from) => change({ from })}
        />
        <SidePicks
          name="To"
          side={after}
          onDevice={(other) => change({ other, to: undefined })}
          onSnapshot={(to) => change({ to })}
        />
      </div>
      <Compared before={before} after={after} q={state.q} onSearch={search} />
    </>
  )
}

type Props = { before: Side; after: Side; q: string | undefined; onSearch: (q: string) => void }

function Compared({ before, after, q, onSearch }: Props) {
  const error = before.error ?? after.error
  if (error) return <Failure error={error} label="The snapshots" />
  if (before.deviceId === undefined) {
    return <Empty title="No device selected">Choose a device by its name or an address.</Empty>
  }
  if (!before.snapshot || !after.snapshot) return <TooFew before={before} after={after} />
  if (before.snapshot.id === after.snapshot.id) {
    return <Empty title="Same snapshot on both sides">Choose another snapshot or device on one side.</Empty>
  }
  return (
    <>
      <Group mb="md">
        <SearchBox label="Search differences" placeholder="Name or value" value={q ?? ''} onSearch={onSearch} />
      </Group>
      <Comparison
        from={before.snapshot.id}
        to={after.snapshot.id}
        heads={[<Head key="from" side={before} other={after} />, <Head key="to" side={after} other={before} />]}
        q={q}
      />
    </>
  )
}

/** Heads a column with the device, the time or both, whichever differs. Links to the full snapshot. */
function Head({ side: { name, deviceId, snapshot }, other }: { side: Side; other: Side }) {
  if (deviceId === undefined || snapshot === undefined) return null
  const time = exactTime(snapshot.auditDate)
  return (
    <DeviceLink
      id={deviceId}
      name={deviceId === other.deviceId ? time : `${name ?? ''}, ${time}`}
      asOf={snapshot.auditDate}
      className="wrap"
    />
  )
}

function TooFew({ before, after }: { before: Side; after: Side }) {
  if (before.deviceId === after.deviceId && before.snapshots.length === 1) {
    return (
      <Empty title="The device has only one snapshot">
        Choose another device on one side, or compare again after the next audit.
      </Empty>
    )
  }
  const isNone = [before, after].some(({ snapshots, name }) => name !== undefined && snapshots.length === 0)
  return isNone ? <Empty title="No snapshot to compare">One of the devices was never audited.</Empty> : null
}
