import { Divider } from '@mantine/core'
import type { View, ViewList, ViewParameters } from '@rollcall/shared/api/view.ts'
import { useMay } from '../../api/use-may.ts'
import { ImportViews } from './import-views.tsx'
import { SaveView } from './save-view.tsx'
import { ViewLinks } from './view-links.tsx'
import classes from './views.module.css'

type Props = {
  list: ViewList
  state: Readonly<Record<string, string | undefined>>
  builtIn: readonly { name: string; parameters: ViewParameters }[]
  saved: readonly View[]
  /** The view that was opened. */
  current: View | undefined
  isOwn: (view: View) => boolean
  onEdit: (view: View) => void
  onDone: () => void
}

/** Links to the views of a list, and a form that saves the list as it is shown. */
export function ViewsPanel({ list, state, builtIn, saved, current, isOwn, onEdit, onDone }: Props) {
  const isAdministrator = useMay('Administrator')
  return (
    <>
      <div className={classes['lists']}>
        <ViewLinks name="Views" views={builtIn} onGo={onDone} />
        <ViewLinks name="My views" views={saved.filter(isOwn)} isTitled onGo={onDone} onEdit={onEdit} />
        <ViewLinks
          name="Shared by others"
          views={saved.filter((view) => !isOwn(view))}
          isTitled
          onGo={onDone}
          {...(isAdministrator && { onEdit })}
        />
      </div>
      {list === 'devices' && <ImportViews />}
      <Divider my={8} />
      <SaveView
        list={list}
        state={state}
        current={current}
        isOwn={current !== undefined && isOwn(current)}
        onDone={onDone}
      />
    </>
  )
}
