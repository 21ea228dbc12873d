import { Select, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { CreateSchedule, Schedule } from '@rollcall/shared/api/schedule.ts'
import { schedules } from '../../../api/catalogs.ts'
import type { Tagged } from '../../../api/request.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { CronFields } from '../../../forms/cron/cron-fields.tsx'
import { FormDrawer } from '../../../forms/form-drawer.tsx'
import { shownTimeZone } from '../../../ui/time-format.ts'
import { kinds } from './columns.tsx'

const common = [
  { label: 'Nightly', cron: '30 2 * * *' },
  { label: 'Working days', cron: '0 7 * * MON-FRI' },
  { label: 'Weekly', cron: '0 3 * * SUN' },
  { label: 'Hourly', cron: '@hourly' },
]
const missed = [
  { value: 'once', label: 'Run once' },
  { value: 'skip', label: 'Skip' },
]

const fresh: Omit<CreateSchedule, 'timeZone'> = {
  name: '',
  kind: 'scan',
  cron: '30 2 * * *',
  enabled: true,
  missedRuns: 'once',
}

const valuesOf = ({ id: _, nextRun: __, ...values }: Schedule): CreateSchedule => values

/** Creates or edits a schedule. */
export function ScheduleForm({ edited, onClose }: { edited?: Tagged<Schedule> | undefined; onClose: () => void }) {
  const schedule = edited?.value
  const form = useForm<CreateSchedule>({
    initialValues: schedule ? valuesOf(schedule) : { ...fresh, timeZone: shownTimeZone() },
  })
  const refresh = useRefresh(schedules.name)
  const save = async ({ kind, ...values }: CreateSchedule) => {
    await (edited ? schedules.update(edited.value.id, values, edited.etag) : schedules.create({ kind, ...values }))
    await refresh()
  }
  return (
    <FormDrawer
      title={schedule ? `Edit ${schedule.name}` : 'New schedule'}
      action={schedule ? 'Save' : 'Create schedule'}
      form={form}
      stored={schedule && valuesOf(schedule)}
      onSubmit={save}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput label="Name" data-autofocus required {...form.getInputProps('name')} />
        <Select
          label="Kind"
          description={schedule && 'The kind cannot be changed.'}
          disabled={schedule !== undefined}
          data={Object.entries(kinds).map(([value, label]) => ({ value, label: `${label}s` }))}
          {...form.getInputProps('kind')}
        />
        <CronFields form={form} common={common} />
        <Select label="Runs missed while the collector was down" data={missed} {...form.getInputProps('missedRuns')} />
        <Switch label="Enabled" {...form.getInputProps('enabled', { type: 'checkbox' })} />
      </Stack>
    </FormDrawer>
  )
}
