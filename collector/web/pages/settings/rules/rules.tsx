import type { Rule } from '@rollcall/shared/api/rule.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rules } from '../../../api/findings.ts'
import { useMay } from '../../../api/use-may.ts'
import { Edited } from '../../../forms/edited.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import type { SettingsListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { ruleColumns } from './columns.tsx'
import { RuleForm } from './rule-form.tsx'

const refreshMs = 10_000

/** Rules, and the devices that meet them. */
export function Rules() {
  const address = useListAddress<SettingsListState>()
  const query = useQuery({ ...rules.listOptions(pagingOf(address.state)), refetchInterval: refreshMs })
  const mayEdit = useMay('Administrator')
  const [open, setOpen] = useState<'new' | Rule>()
  const close = () => setOpen(undefined)
  const add = <AddButton label="New rule" onClick={() => setOpen('new')} />
  return (
    <>
      <ListPage
        name="Rules"
        exported={{ path: rules.path }}
        about="Each device that meets a rule has a finding until it no longer does. Rules are evaluated once a minute."
        address={address}
        columns={ruleColumns(mayEdit ? setOpen : undefined)}
        query={query}
        nameOf={({ name }) => name}
        sort=""
        actions={mayEdit && add}
        empty={<Empty title="No rules">A rule finds devices by a query, or by a change such as a new device.</Empty>}
      />
      {open === 'new' && <RuleForm onClose={close} />}
      {open !== undefined && open !== 'new' && (
        <Edited options={rules.oneOptions(open.id)} label="The rule" onClose={close}>
          {(edited) => <RuleForm edited={edited} onClose={close} />}
        </Edited>
      )}
    </>
  )
}
