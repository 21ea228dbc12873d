import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isOvertaken } from '../../../api/change-shown.ts'
import { Refused } from '../../../forms/refused.tsx'
import classes from './settings-form.module.css'
import type { SettingsFormState } from './use-settings-form.ts'

type Props<V extends Record<string, unknown>> = {
  /** As the page's or section's title has it. */
  name: string
  state: SettingsFormState<V>
  /** Beside the buttons: what can be tried with what is typed. */
  aside?: ReactNode
  /** What came of it. */
  below?: ReactNode
  children: ReactNode
}

const stale =
  'Somebody else has changed these settings since this page showed them. Look at theirs, then change what is still to be changed.'

/** Once, as it comes: it may come below what is seen. */
const intoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

/** The fields of some settings, saved together. */
export function SettingsForm<V extends Record<string, unknown>>({ name, state, aside, below, children }: Props<V>) {
  const { form, saving, reload } = state
  const isDirty = form.isDirty()
  const isStale = isOvertaken(saving.error)
  return (
    <form
      aria-label={name}
      className={classes['form']}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      noValidate
    >
      {saving.error && <Refused error={saving.error} values={form.getValues()} stale={stale} />}
      <Stack gap="md">{children}</Stack>
      <Group mt="lg" gap="xs">
        <Button type="submit" disabled={!isDirty} loading={saving.isPending}>
          Save
        </Button>
        <Button variant="default" disabled={!isDirty} onClick={isStale ? () => void reload() : form.reset}>
          {isStale ? 'Show theirs' : 'Undo'}
        </Button>
        {aside}
        <Text size="sm" c="dimmed" role="status" className={classes['saved'] ?? ''}>
          {saving.isSuccess && !isDirty && (
            <>
              <IconCheck size={15} aria-hidden /> Saved
            </>
          )}
        </Text>
      </Group>
      {below && <div ref={intoView}>{below}</div>}
    </form>
  )
}
