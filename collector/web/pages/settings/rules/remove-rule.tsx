import type { Rule } from '@rollcall/shared/api/rule.ts'
import { useQueryClient } from '@tanstack/react-query'
import { rules } from '../../../api/findings.ts'
import { RemoveButton } from '../../../forms/remove-button.tsx'

export function RemoveRule({ rule: { id, name } }: { rule: Rule }) {
  const queryClient = useQueryClient()
  const remove = async () => {
    await rules.remove(id)
    for (const first of [rules.name, 'findings']) await queryClient.invalidateQueries({ queryKey: [first] })
  }
  return (
    <RemoveButton name={name} run={remove} asIcon>
      Its findings are deleted with their notes. To keep the rule for later, disable it instead.
    </RemoveButton>
  )
}
