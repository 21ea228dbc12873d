import type { AddressPeriod } from '@rollcall/shared/api/address-history.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { addressHistoryOptions } from '../../../api/addresses.ts'
import { ExportButton } from '../../../table/export-button.tsx'
import type { AddressState } from '../../../table/list-search.ts'
import { LoadedTable } from '../../../table/loaded-table.tsx'
import { useListAddress } from '../../../table/use-list-address.ts'
import { usePaging } from '../../../table/use-paging.ts'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { MomentInput } from '../../../ui/moment-input.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { PastBar } from '../../../ui/past-bar.tsx'
import type { PlainColumn } from '../../../ui/plain-table.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Time } from '../../../ui/time.tsx'
import { AddressField } from './address-field.tsx'
import classes from './addresses.module.css'
import { Holder } from './holder.tsx'

/** Devices that had an address, at a time or ever. */
export function Addresses() {
  const { state, change, search } = useListAddress<AddressState>()
  const address = state.q ?? ''
  return (
    <>
      <PageHead
        title="Address history"
        about="Shows which device had an IP address, and when."
        actions={address !== '' && <ExportButton path="/api/v1/address-history" query={{ address, at: state.at }} />}
      />
      <search className={classes['question']}>
        <span>Who had</span>
        <AddressField key={address} value={address} onChange={search} />
        <span>at</span>
        <MomentInput label="Date" value={state.at} onChange={(at) => change({ at })} />
      </search>
      {state.at !== undefined && (
        <PastBar
          back={
            <Link to="/addresses" search={{ q: state.q }}>
              Back to now
            </Link>
          }
        >
          {address === '' ? 'As of' : `${address} as of`} <Time value={state.at} exact />
        </PastBar>
      )}
      {address === '' ? (
        <Empty title="No address yet">Enter an IPv4 or IPv6 address.</Empty>
      ) : (
        <History address={address} at={state.at} />
      )}
    </>
  )
}

function History({ address, at }: { address: string; at: string | undefined }) {
  const { page, paging } = usePaging('page', { isPart: false })
  const then = useQuery({ ...addressHistoryOptions({ address, at, limit: 5 }), enabled: at !== undefined })
  const all = useQuery(addressHistoryOptions({ address, ...page }))
  return (
    <>
      {at !== undefined && <Holder query={then} at={at} />}
      <LoadedTable
        name="Periods"
        label="The history of the address"
        query={all}
        columns={columns}
        keyOf={({ deviceId, from }) => `${deviceId} ${from}`}
        isMarked={(period) => at !== undefined && covers(period, at)}
        paging={paging}
        empty={<Empty title="No device had this address">No audit, scan or import has reported it.</Empty>}
      />
    </>
  )
}

const covers = ({ from, until }: AddressPeriod, at: string) => from <= at && (until === null || at < until)

const columns: readonly PlainColumn<AddressPeriod>[] = [
  {
    header: 'Device',
    render: ({ deviceId, deviceName, isDeleted, from }) => (
      <DeviceLink id={deviceId} name={deviceName} asOf={isDeleted ? from : undefined} />
    ),
  },
  { header: 'From', render: ({ from }) => <Time value={from} exact /> },
  { header: 'Until', render: ({ until }) => (until === null ? 'now' : <Time value={until} exact />) },
  { header: 'Last seen with it', render: ({ lastSeen }) => <Time value={lastSeen} exact /> },
  {
    header: 'Note',
    render: ({ isMain, isDeleted }) =>
      [isMain ? '' : 'Further address', isDeleted ? 'Deleted since' : ''].filter(Boolean).join(', '),
  },
]
