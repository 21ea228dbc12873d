import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { segmentsOptions, tags } from '../../../api/catalogs.ts'
import { useMay } from '../../../api/use-may.ts'
import { type Open, OpenForm } from '../../../forms/edited.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { useListOf } from '../../../table/use-list-of.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { tagColumns } from './columns.tsx'
import { TagForm } from './tag-form.tsx'

/** The tags of the site. */
export function Tags() {
  const list = useListOf(tags, { filters: ['q'] })
  const { q } = list.address.state
  const segments = useQuery(segmentsOptions)
  const mayEdit = useMay('Administrator')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const add = <AddButton label="New tag" onClick={() => setOpen('new')} />
  return (
    <>
      <ListPage
        name="Tags"
        {...list}
        about="Tags group devices. Users add them to devices, and segments add their Auto tag."
        columns={tagColumns({ segments: segments.data?.items, onEdit: mayEdit ? setOpen : undefined })}
        sort="name"
        searched="Name"
        actions={mayEdit && add}
        empty={
          q ? (
            <Empty title="No tags match" />
          ) : (
            <Empty title="No tags yet" action={mayEdit && add}>
              Create a tag for each group of devices, such as a building or a department.
            </Empty>
          )
        }
      />
      <OpenForm open={open} optionsOf={tags.oneOptions} label="The tag" onClose={close}>
        {(edited) => <TagForm edited={edited} onClose={close} />}
      </OpenForm>
    </>
  )
}
