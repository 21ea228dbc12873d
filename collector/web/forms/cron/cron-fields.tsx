import { Button, Group, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { TimeZoneSelect } from '../time-zone-select.tsx'
import { NextRuns } from './next-runs.tsx'

type Values = { cron: string; timeZone: string }

type Props = {
  form: Pick<UseFormReturnType<Values>, 'getInputProps' | 'setFieldValue' | 'values'>
  /** Expressions that fill the field with one click. */
  common: readonly { label: string; cron: string }[]
  /** Added to the description of the field. */
  limit?: string
}

/** Fields of a form for a cron expression with its time zone, and the next runs. */
export function CronFields({ form, common, limit = '' }: Props) {
  const { cron, timeZone } = form.values
  return (
    <>
      <TextInput
        label="When"
        description={`Cron expression: minute, hour, day of the month, month, day of the week.${limit}`}
        classNames={{ input: 'mono' }}
        required
        {...form.getInputProps('cron')}
      />
      <Group gap={6}>
        {common.map((each) => (
          <Button
            key={each.cron}
            variant="default"
            size="compact-xs"
            onClick={() => form.setFieldValue('cron', each.cron)}
          >
            {each.label}
          </Button>
        ))}
      </Group>
      <TimeZoneSelect label="Time zone" {...form.getInputProps('timeZone')} />
      <NextRuns cron={cron} timeZone={timeZone} />
    </>
  )
}
