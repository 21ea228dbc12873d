import { Button, Divider, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { View, ViewList, ViewParameters } from '@rollcall/shared/api/view.ts'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { meOptions } from '../../api/me.ts'
import { useMay } from '../../api/use-may.ts'
import { views, viewsOptions } from '../../api/views.ts'
import { Edited } from '../../forms/edited.tsx'
import { ImportViews } from './import-views.tsx'
import { showsView } from './parameters.ts'
import { SaveView } from './save-view.tsx'
import { ViewForm } from './view-form.tsx'
import { ViewLinks } from './view-links.tsx'
import classes from './views.module.css'

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
  const isAdministrator = useMay('Administrator')
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
          <div className={classes['lists']}>
            <ViewLinks name="Views" views={builtIn} onGo={close} />
            <ViewLinks name="My views" views={saved.filter(isOwn)} isTitled onGo={close} onEdit={edit} />
            <ViewLinks
              name="Shared by others"
              views={saved.filter((view) => !isOwn(view))}
              isTitled
              onGo={close}
              {...(isAdministrator && { onEdit: edit })}
            />
          </div>
          {list === 'devices' && <ImportViews />}
          <Divider my={8} />
          <SaveView
            list={list}
            state={state}
            current={current}
            isOwn={current !== undefined && isOwn(current)}
            onDone={close}
          />
        </Popover.Dropdown>
      </Popover>
      {editedId !== undefined && (
        <Edited options={views.oneOptions(editedId)} label="The view" onClose={() => setEditedId(undefined)}>
          {(view) => <ViewForm edited={view} isOwn={isOwn(view.value)} onClose={() => setEditedId(undefined)} />}
        </Edited>
      )}
    </>
  )
}
