import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'

type Choice = {
  path: string
  options: readonly string[]
  isRequired: boolean
  /** The field holds a list of choices. */
  isList?: boolean
}

/** Makes a required choice that has one option, unless the user has made or cleared it. This is no change of the form. */
export function useOnlyChoice<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  { path, options, isRequired, isList = false }: Choice,
): void {
  const value = form.values[path]
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  const only = options.length === 1 ? options[0] : undefined
  const isDue = isRequired && isEmpty && only !== undefined && !form.isTouched(path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object after each change
  useEffect(() => {
    if (!isDue) return
    const isChanged = form.isDirty()
    form.setFieldValue(path, (isList ? [only] : only) as never)
    if (!isChanged) form.resetDirty()
  }, [isDue, only])
}
