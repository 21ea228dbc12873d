import { Alert, Button, Group, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api/problem.ts'
import { Identifier } from '../ui/identifier.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { fieldErrors } from './field-errors.ts'

type Props<V extends Record<string, unknown>> = {
  title: string
  /** What the button says: the very thing that happens. */
  action: string
  form: UseFormReturnType<V>
  /** Rejects with what the API says; its words stand at the fields they are about. The drawer is closed after it. */
  onSubmit: (values: V) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** A form beside the page it belongs to. What was typed stays there while the collector refuses it. */
export function FormDrawer<V extends Record<string, unknown>>(props: Props<V>) {
  const { title, action, form, onSubmit, onClose, children } = props
  const saving = useMutation({
    mutationFn: onSubmit,
    onSuccess: onClose,
    onError: (error) => form.setErrors(fieldErrors(error, form.getValues()).ofFields),
  })
  return (
    <SidePanel title={title} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
        {saving.error && <Refused error={saving.error} values={form.getValues()} />}
        {children}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {action}
          </Button>
        </Group>
      </form>
    </SidePanel>
  )
}

function Refused({ error, values }: { error: Error; values: Record<string, unknown> }) {
  const { ofFields, others } = fieldErrors(error, values)
  const requestId = error instanceof ApiError ? error.requestId : undefined
  const isStale = error instanceof ApiError && error.status === 412
  return (
    <Alert role="alert" color="red" variant="outline" mb="md" title="Not saved">
      <Text size="sm" className="told">
        {isStale
          ? 'Somebody else has changed it meanwhile. Close this and open it again to see what is there now; what you have typed is not kept.'
          : error.message}
      </Text>
      {others.map((line) => (
        <Text key={line} size="sm" className="told">
          {line}
        </Text>
      ))}
      {requestId && Object.keys(ofFields).length === 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          Request <Identifier value={requestId} label="the request id" />
        </Text>
      )}
    </Alert>
  )
}
