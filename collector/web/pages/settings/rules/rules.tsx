import { useState } from 'react'
import { rules } from '../../../api/findings.ts'
import { useMay } from '../../../api/use-may.ts'
import { type Open, OpenForm } from '../../../forms/edited.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { useListOf } from '../../../table/use-list-of.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { ruleColumns } from './columns.tsx'
import { RuleForm } from './rule-form.tsx'

const refreshMs = 10_000

/** Rules, and the devices that meet them. */
export function Rules() {
  const list = useListOf(rules, { refetchInterval: refreshMs })
  const mayEdit = useMay('Administrator')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const add = <AddButton label="New rule" onClick={() => setOpen('new')} />
  return (
    <>
      <ListPage
        name="Rules"
        {...list}
        about="Each device that meets a rule has a finding until it no longer does. Rules are evaluated once a minute."
        columns={ruleColumns(mayEdit ? setOpen : undefined)}
        actions={mayEdit && add}
        empty={<Empty title="No rules">A rule finds devices by a query, or by a change such as a new device.</Empty>}
      />
      <OpenForm open={open} optionsOf={rules.oneOptions} label="The rule" onClose={close}>
        {(edited) => <RuleForm edited={edited} onClose={close} />}
      </OpenForm>
    </>
  )
}
