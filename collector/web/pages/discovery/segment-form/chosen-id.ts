import type { ChangeEvent } from 'react'
import type { Form } from './values.ts'

/** Binds a select to a nullable id. A select has an empty text for no choice. */
export function chosenId(form: Form, field: 'auditServiceId' | 'scanScheduleId' | 'auditScheduleId') {
  const { value, error } = form.getInputProps(field)
  return {
    value: value ?? '',
    error,
    onChange: (event: ChangeEvent<HTMLSelectElement>) => form.setFieldValue(field, event.currentTarget.value || null),
  }
}
