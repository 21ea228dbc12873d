import { Button, Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Form } from '../../../forms/form.tsx'
import { Columns } from '../../../ui/columns.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import classes from './settings-form.module.css'
import type { SettingsFormState } from './use-settings-form.ts'

type Props<V extends Record<string, unknown>> = {
  /** Name of the form, as in the title of its page or section. */
  name: string
  state: SettingsFormState<V>
  /** Other buttons, such as a test of the form's values. */
  aside?: ReactNode
  /** Result of a test. */
  below?: ReactNode
  children: ReactNode
}

/** Scrolls new content into view, as it may be below the window. */
const intoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

/** A form of settings that are saved together. */
export function SettingsForm<V extends Record<string, unknown>>({ name, state, aside, below, children }: Props<V>) {
  const { form, saving, takeNew } = state
  const isDirty = form.isDirty()
  return (
    <Form label={name} className={classes['form']} form={form} saving={saving} onTakeNew={takeNew}>
      <Columns>{children}</Columns>
      <Group mt="lg" gap="xs">
        <Button type="submit" disabled={!isDirty} loading={saving.isPending}>
          Save
        </Button>
        <Button variant="default" disabled={!isDirty} onClick={form.reset}>
          Undo
        </Button>
        {aside}
        <Dimmed role="status" className={classes['saved'] ?? ''}>
          {saving.isSuccess && !isDirty && (
            <>
              <IconCheck size={15} aria-hidden /> Saved
            </>
          )}
        </Dimmed>
      </Group>
      {below && <div ref={intoView}>{below}</div>}
    </Form>
  )
}
