import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reports } from '../../../api/views.ts'
import { type Open, OpenForm } from '../../../forms/edited.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import type { ReportListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { reportColumns } from './columns.tsx'
import { ReportForm } from './report-form.tsx'

/** Time after which the state of a run is read again. */
const refreshMs = 5_000

/** Reports: views that are sent on a schedule. `view` of the address is the view of a new report. */
export function Reports() {
  const address = useListAddress<ReportListState>()
  const { view } = address.state
  const query = useQuery({ ...reports.listOptions(pagingOf(address.state)), refetchInterval: refreshMs })
  const [open, setOpen] = useState<Open>(view === undefined ? undefined : 'new')
  const close = () => {
    setOpen(undefined)
    if (view !== undefined) address.change({ view: undefined })
  }
  const add = <AddButton label="New report" onClick={() => setOpen('new')} />
  return (
    <>
      <ListPage
        name="Reports"
        exported={{ path: reports.path }}
        about="A report sends a saved list as CSV or XLSX, by mail or to a webhook. It runs with the rights of its owner."
        address={address}
        columns={reportColumns(setOpen)}
        query={query}
        actions={add}
        empty={
          <Empty title="No reports yet" action={add}>
            Save a list as a view, such as devices, findings or changes, and send it on a schedule.
          </Empty>
        }
      />
      <OpenForm open={open} optionsOf={reports.oneOptions} label="The report" onClose={close}>
        {(edited) => <ReportForm edited={edited} viewId={view} onClose={close} />}
      </OpenForm>
    </>
  )
}
