import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { changesOf, withInput } from './changes.ts'

/**
 * Follows the stored values of an edited resource when it is read again: fields that the user has not changed get the new
 * values, and the others keep the input.
 */
export function useMergedValues<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  stored: V | undefined,
): void {
  const before = useRef(stored)
  useEffect(() => {
    const from = before.current
    if (!stored || !from || Object.keys(changesOf(from, stored)).length === 0) return
    before.current = stored
    const values = withInput(from, form.getValues(), stored)
    form.setInitialValues(stored)
    form.setValues(values)
  })
}
