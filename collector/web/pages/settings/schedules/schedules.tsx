import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { schedules, segmentsOptions } from '../../../api/catalogs.ts'
import { useMay } from '../../../api/use-may.ts'
import { type Open, OpenForm } from '../../../forms/edited.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { useListOf } from '../../../table/use-list-of.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { scheduleColumns } from './columns.tsx'
import { ScheduleForm } from './schedule-form.tsx'

/** Schedules of scans and audits. */
export function Schedules() {
  const list = useListOf(schedules)
  const segments = useQuery(segmentsOptions)
  const mayEdit = useMay('Administrator')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const add = <AddButton label="New schedule" onClick={() => setOpen('new')} />
  return (
    <>
      <ListPage
        name="Schedules"
        {...list}
        about="Scan schedules scan their segments. Audit schedules audit the devices of their segments, or single devices."
        columns={scheduleColumns(segments.data?.items ?? [], mayEdit ? setOpen : undefined)}
        actions={mayEdit && add}
        empty={
          <Empty title="No schedules yet" action={mayEdit && add}>
            Create a schedule and choose it in a segment’s settings.
          </Empty>
        }
      />
      <OpenForm open={open} optionsOf={schedules.oneOptions} label="The schedule" onClose={close}>
        {(edited) => <ScheduleForm edited={edited} onClose={close} />}
      </OpenForm>
    </>
  )
}
