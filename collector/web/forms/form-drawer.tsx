import { Button, Divider, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useContext, useRef } from 'react'
import { SidePanel } from '../ui/side-panel.tsx'
import { RereadContext } from './edited.tsx'
import { fieldErrors } from './field-errors.ts'
import { Form } from './form.tsx'
import { useMergedValues } from './use-merged-values.ts'

type Props<V extends Record<string, unknown>> = {
  title: string
  /** Label of the submit button. */
  action: string
  form: UseFormReturnType<V>
  /** The values of an edited resource. After somebody else's change, the form takes the new ones and keeps its input. */
  stored?: V | undefined
  /** Submits the form; the drawer closes on success. API errors are shown at their fields. */
  onSubmit: (values: V) => Promise<unknown>
  /** Another way to submit the form. Enter in a field uses the first one. */
  also?: { action: string; onSubmit: (values: V) => Promise<unknown> } | undefined
  onClose: () => void
  children: ReactNode
  /** Other actions, below the form. */
  more?: ReactNode
}

/** A form in a drawer beside its page. Entered text stays if the collector refuses it. */
export function FormDrawer<V extends Record<string, unknown>>(props: Props<V>) {
  const { title, action, form, stored, onSubmit, also, onClose, children, more } = props
  const submit = useRef(onSubmit)
  const use = (chosen: typeof onSubmit) => {
    submit.current = chosen
  }
  const saving = useMutation({
    mutationFn: (values: V) => submit.current(values),
    onSuccess: onClose,
    onError: (error) => form.setErrors(fieldErrors(error, form.getValues()).ofFields),
  })
  useMergedValues(form, stored)
  const reread = useContext(RereadContext)
  const takeNew = async () => {
    const error = (await reread?.())?.error
    if (error) throw error
    saving.reset()
  }
  return (
    <SidePanel title={title} onClose={onClose}>
      <Form form={form} saving={saving} onTakeNew={stored && reread && takeNew}>
        {children}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending} onClick={() => use(onSubmit)}>
            {action}
          </Button>
          {also && (
            <Button type="submit" variant="light" loading={saving.isPending} onClick={() => use(also.onSubmit)}>
              {also.action}
            </Button>
          )}
        </Group>
      </Form>
      {more && (
        <>
          <Divider my="lg" />
          {more}
        </>
      )}
    </SidePanel>
  )
}
