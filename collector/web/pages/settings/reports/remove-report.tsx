import type { Report } from '@rollcall/shared/api/report.ts'
import { useRemove } from '../../../api/use-remove.ts'
import { reports } from '../../../api/views.ts'
import { RemoveButton } from '../../../forms/remove-button.tsx'

export function RemoveReport({ report: { id, name } }: { report: Report }) {
  const remove = useRemove(reports)
  return (
    <RemoveButton name={name} run={() => remove(id)} asIcon>
      It is no longer sent, and its history is deleted. Its view stays.
    </RemoveButton>
  )
}
