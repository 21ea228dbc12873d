import type { UseFormReturnType } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useUnsaved } from '../ui/layers/use-layer.ts'
import { NotSaved } from './not-saved.tsx'
import { hasFieldError, showFirstError } from './show-first-error.ts'

type Props<V extends Record<string, unknown>> = {
  form: UseFormReturnType<V>
  saving: UseMutationResult<unknown, Error, V>
  /** Name of a form that has no title of its own. */
  label?: string
  className?: string | undefined
  /** Takes the values of somebody else's change, and keeps the input. */
  onTakeNew?: (() => Promise<void>) | undefined
  children: ReactNode
}

/**
 * A form. If it cannot be sent, its first error is scrolled into view and focused. Its input is not thrown away without
 * a question.
 */
export function Form<V extends Record<string, unknown>>(props: Props<V>) {
  const { form, saving, label, className, onTakeNew, children } = props
  const element = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  const [hidden, setHidden] = useState<string[]>([])
  const { error } = saving
  useUnsaved(form.isDirty() && !saving.isPending)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each refusal, with the errors shown then
  useLayoutEffect(() => {
    const { current } = element
    if (!current || (refusals === 0 && !error)) return
    const errors = Object.entries(form.errors).map(([path, message]) => `${path}: ${message}`)
    setHidden(hasFieldError(current) ? [] : errors)
    const painted = requestAnimationFrame(() => showFirstError(current))
    return () => cancelAnimationFrame(painted)
  }, [refusals, error])
  const submit = form.onSubmit(
    (values) => {
      setHidden([])
      saving.mutate(values)
    },
    () => setRefusals((before) => before + 1),
  )
  return (
    <form ref={element} aria-label={label} className={className} onSubmit={submit} noValidate>
      {(error || hidden.length > 0) && (
        <NotSaved error={error} values={form.getValues()} hidden={hidden} onTakeNew={onTakeNew} />
      )}
      {children}
    </form>
  )
}
