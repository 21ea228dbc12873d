import { Button, Popover, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { View, ViewList, ViewParameters } from '@rollcall/shared/api/view.ts'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { meOptions } from '../../api/me.ts'
import { viewsOptions } from '../../api/views.ts'
import { lazyPart } from '../../routes/lazy-page.ts'
import { showsView } from './parameters.ts'
import classes from './views.module.css'

/** Loaded when they are opened, so that the list itself does not wait for them. */
const ViewsPanel = lazyPart(
  () => import('./views-panel.tsx'),
  ({ ViewsPanel }) => ViewsPanel,
)
const ViewEditor = lazyPart(
  () => import('./view-form.tsx'),
  ({ ViewEditor }) => ViewEditor,
)

type Props = {
  list: ViewList
  /** The address of the list; `view` is the id of the view that was opened. */
  state: Readonly<Record<string, string | undefined>>
  builtIn: readonly { name: string; parameters: ViewParameters }[]
}

/** Menu of the saved views of a list. A view is a link with search, filters, order and columns. */
export function ViewsMenu({ list, state, builtIn }: Props) {
  const [opened, { toggle, close }] = useDisclosure(false)
  const [editedId, setEditedId] = useState<string>()
  const { data: me } = useSuspenseQuery(meOptions)
  const saved = useQuery(viewsOptions(list)).data?.items ?? []
  const isOwn = ({ owner }: View) => owner?.kind === 'user' && owner.id === me.id
  const current = saved.find(({ id }) => id === state['view'])
  const name = current && `${current.name}${showsView(current.parameters, state) ? '' : ' (changed)'}`
  const edit = (view: View) => {
    close()
    setEditedId(view.id)
  }
  return (
    <>
      <Popover position="bottom-end" width={310} trapFocus returnFocus opened={opened} onDismiss={close}>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={
              current ? <IconBookmarkFilled size={15} aria-hidden /> : <IconBookmark size={15} aria-hidden />
            }
            className={classes['button'] ?? ''}
            aria-label={name && `Views: ${name}`}
            onClick={toggle}
          >
            <span className={classes['name']}>{name ?? 'Views'}</span>
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={8}>
          <Suspense fallback={<Skeleton height={200} />}>
            <ViewsPanel
              list={list}
              state={state}
              builtIn={builtIn}
              saved={saved}
              current={current}
              isOwn={isOwn}
              onEdit={edit}
              onDone={close}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {editedId !== undefined && (
        <Suspense>
          <ViewEditor id={editedId} isOwn={isOwn} onClose={() => setEditedId(undefined)} />
        </Suspense>
      )}
    </>
  )
}
