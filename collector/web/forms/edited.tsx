import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode } from 'react'
import type { Tagged } from '../api/request.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { Loaded } from '../ui/states/loaded.tsx'

type Props<T, K extends readonly unknown[]> = {
  options: UseQueryOptions<Tagged<T>, Error, Tagged<T>, K>
  label: string
  onClose: () => void
  /** Renders the form with the ETag for its change. */
  children: (edited: Tagged<T>) => ReactNode
}

/** Reads the edited resource again. */
export const RereadContext = createContext<(() => Promise<{ error: Error | null }>) | undefined>(undefined)

/** Loads a resource for its form once, and keeps that state until the form is closed. */
export function Edited<T, K extends readonly unknown[]>({ options, label, onClose, children }: Props<T, K>) {
  // Uses a key of its own, so that refreshed data does not change a form while the user types.
  const query = useQuery({
    ...options,
    queryKey: ['edited', ...options.queryKey] as unknown as K,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.data) return <RereadContext value={query.refetch}>{children(query.data)}</RereadContext>
  return (
    <SidePanel title={label} onClose={onClose}>
      <Loaded query={query} label={label}>
        {() => null}
      </Loaded>
    </SidePanel>
  )
}

/** The form that a list has open: that of a new item, or of an item. */
export type Open = 'new' | { id: string } | undefined

type OpenProps<T, K extends readonly unknown[]> = Pick<Props<T, K>, 'label' | 'onClose'> & {
  open: Open
  optionsOf: (id: string) => Props<T, K>['options']
  children: (edited?: Tagged<T>) => ReactNode
}

/** Shows the form that a list has open. */
export function OpenForm<T, K extends readonly unknown[]>({ open, optionsOf, children, ...edited }: OpenProps<T, K>) {
  if (open === undefined || open === 'new') return open && children()
  return (
    <Edited options={optionsOf(open.id)} {...edited}>
      {children}
    </Edited>
  )
}
