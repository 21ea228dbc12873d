import type { Tag } from '@rollcall/shared/api/tag.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { segmentsOptions, tags } from '../../../api/catalogs.ts'
import { useMay } from '../../../api/use-may.ts'
import { Edited } from '../../../forms/edited.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import type { ListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { tagColumns } from './columns.tsx'
import { TagForm } from './tag-form.tsx'

/** The tags of the site. */
export function Tags() {
  const address = useListAddress<ListState>()
  const { q } = address.state
  const query = useQuery(tags.listOptions({ q, ...pagingOf(address.state) }))
  const segments = useQuery(segmentsOptions)
  const mayEdit = useMay('Administrator')
  const [open, setOpen] = useState<'new' | Tag>()
  const close = () => setOpen(undefined)
  const add = <AddButton label="New tag" onClick={() => setOpen('new')} />
  return (
    <>
      <ListPage
        name="Tags"
        exported={{ path: tags.path, query: { q } }}
        about="Tags group devices. Users add them to devices, and segments add their Auto tag."
        address={address}
        columns={tagColumns({ segments: segments.data?.items, onEdit: mayEdit ? setOpen : undefined })}
        query={query}
        nameOf={({ name }) => name}
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
      {open === 'new' && <TagForm onClose={close} />}
      {open !== undefined && open !== 'new' && (
        <Edited options={tags.oneOptions(open.id)} label="The tag" onClose={close}>
          {(tag) => <TagForm edited={tag} onClose={close} />}
        </Edited>
      )}
    </>
  )
}
