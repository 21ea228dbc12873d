import type { Rule } from '@rollcall/shared/api/rule.ts'
import { rules } from '../../../api/findings.ts'
import { useRemove } from '../../../api/use-remove.ts'
import { RemoveButton } from '../../../forms/remove-button.tsx'

export function RemoveRule({ rule: { id, name } }: { rule: Rule }) {
  const remove = useRemove(rules, 'findings')
  return (
    <RemoveButton name={name} run={() => remove(id)} asIcon>
      Its findings are deleted with their notes. To keep the rule for later, disable it instead.
    </RemoveButton>
  )
}
