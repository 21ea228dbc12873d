import type { Schedule } from '@rollcall/shared/api/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { schedules, segmentsOptions } from '../../../api/catalogs.ts'
import { useMay } from '../../../api/use-may.ts'
import { Edited } from '../../../forms/edited.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import type { SettingsListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { scheduleColumns } from './columns.tsx'
import { ScheduleForm } from './schedule-form.tsx'

/** Schedules of scans and audits. */
export function Schedules() {
  const address = useListAddress<SettingsListState>()
  const query = useQuery(schedules.listOptions(pagingOf(address.state)))
  const segments = useQuery(segmentsOptions)
  const mayEdit = useMay('Administrator')
  const [open, setOpen] = useState<'new' | Schedule>()
  const close = () => setOpen(undefined)
  const add = <AddButton label="New schedule" onClick={() => setOpen('new')} />
  return (
    <>
      <ListPage
        name="Schedules"
        exported={{ path: schedules.path }}
        about="Scan schedules scan their segments. Audit schedules audit the devices of their segments, or single devices."
        address={address}
        columns={scheduleColumns(segments.data?.items ?? [], mayEdit ? setOpen : undefined)}
        query={query}
        nameOf={({ name }) => name}
        sort=""
        actions={mayEdit && add}
        empty={
          <Empty title="No schedules yet" action={mayEdit && add}>
            Create a schedule and choose it in a segment’s settings.
          </Empty>
        }
      />
      {open === 'new' && <ScheduleForm onClose={close} />}
      {open !== undefined && open !== 'new' && (
        <Edited options={schedules.oneOptions(open.id)} label="The schedule" onClose={close}>
          {(schedule) => <ScheduleForm edited={schedule} onClose={close} />}
        </Edited>
      )}
    </>
  )
}
