import type { Report } from '@rollcall/shared/api/report.ts'
import { useQueryClient } from '@tanstack/react-query'
import { reports } from '../../../api/views.ts'
import { RemoveButton } from '../../../forms/remove-button.tsx'

export function RemoveReport({ report: { id, name } }: { report: Report }) {
  const queryClient = useQueryClient()
  const remove = async () => {
    await reports.remove(id)
    await queryClient.invalidateQueries({ queryKey: [reports.name] })
  }
  return (
    <RemoveButton name={name} run={remove} asIcon>
      It is no longer sent, and its history is deleted. Its view stays.
    </RemoveButton>
  )
}
