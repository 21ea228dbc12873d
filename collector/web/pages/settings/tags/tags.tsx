import { Button } from '@mantine/core'
import type { Tag } from '@rollcall/shared/api/tag.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { segmentsOptions, tags } from '../../../api/catalogs.ts'
import { useMay } from '../../../api/use-may.ts'
import { Edited } from '../../../forms/edited.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import type { ListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import { tagColumns } from './columns.tsx'
import { TagForm } from './tag-form.tsx'

/** The site's tag catalog. */
export function Tags() {
  const address = useListAddress<ListState>()
  const { q } = address.state
  const query = useQuery(tags.listOptions({ q, ...pagingOf(address.state) }))
  const segments = useQuery(segmentsOptions)
  const mayEdit = useMay('Administrator')
  const [open, setOpen] = useState<'new' | Tag>()
  const close = () => setOpen(undefined)
  const add = (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setOpen('new')}>
      New tag
    </Button>
  )
  return (
    <>
      <ListPage
        name="Tags"
        about="A tag says what a device belongs to. People put tags on devices; a segment puts its Auto tag on whatever is found there."
        address={address}
        columns={tagColumns({ segments: segments.data?.items, onEdit: mayEdit ? setOpen : undefined })}
        query={query}
        nameOf={({ name }) => name}
        sort="name"
        searched="Name"
        actions={mayEdit && add}
        empty={
          q ? (
            <Empty title="No tag has this in its name" />
          ) : (
            <Empty title="No tags yet" action={mayEdit && add}>
              Make one for each group you want to list, audit or report on its own, such as a building or a department.
            </Empty>
          )
        }
      />
      {open === 'new' && <TagForm onClose={close} />}
      {open !== undefined && open !== 'new' && (
        <Edited options={tags.oneOptions(open.id)} what="The tag" onClose={close}>
          {(tag) => <TagForm edited={tag} onClose={close} />}
        </Edited>
      )}
    </>
  )
}
