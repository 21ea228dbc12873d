import { NativeSelect } from '@mantine/core'
import type { ScheduleKind } from '@rollcall/shared/api/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { schedulesOptions } from '../../../api/catalogs.ts'
import { chosenId } from './chosen-id.ts'
import type { Form } from './values.ts'

/** Schedules of the segment's scans and audits. */
export function WhenFields({ form }: { form: Form }) {
  const schedules = useQuery(schedulesOptions).data?.items ?? []
  const choices = (kind: ScheduleKind) => [
    { value: '', label: 'Manual' },
    ...schedules
      .filter((schedule) => schedule.kind === kind)
      .map(({ id, name, enabled }) => ({ value: id, label: enabled ? name : `${name} (paused)` })),
  ]
  return (
    <>
      <NativeSelect
        label="Scans"
        description="Create schedules in Settings."
        mb="sm"
        data={choices('scan')}
        {...chosenId(form, 'scanScheduleId')}
      />
      <NativeSelect label="Device audits" mb="sm" data={choices('audit')} {...chosenId(form, 'auditScheduleId')} />
    </>
  )
}
