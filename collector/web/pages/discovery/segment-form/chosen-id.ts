import type { ChangeEvent } from 'react'
import type { Form } from './values.ts'

/** For a select: an id, or nothing chosen, which it can only tell as an empty text. */
export function chosenId(form: Form, field: 'auditServiceId' | 'scanScheduleId' | 'auditScheduleId') {
  const { value, error } = form.getInputProps(field)
  return {
    value: value ?? '',
    error,
    onChange: (event: ChangeEvent<HTMLSelectElement>) => form.setFieldValue(field, event.currentTarget.value || null),
  }
}
