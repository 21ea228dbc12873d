import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Tagged } from '../api/request.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { Loaded } from '../ui/states/loaded.tsx'

type Props<T, K extends readonly unknown[]> = {
  options: UseQueryOptions<Tagged<T>, Error, Tagged<T>, K>
  what: string
  onClose: () => void
  /** The form, with the ETag that its change is sent with. */
  children: (edited: Tagged<T>) => ReactNode
}

/** Around a form that changes something: as it is when the form opens, and that until the form is closed. */
export function Edited<T, K extends readonly unknown[]>({ options, what, onClose, children }: Props<T, K>) {
  // Under a key of its own: what others read meanwhile must not change under the fingers of who types.
  const query = useQuery({
    ...options,
    queryKey: ['edited', ...options.queryKey] as unknown as K,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.data) return children(query.data)
  return (
    <SidePanel title={what} onClose={onClose}>
      <Loaded query={query} what={what}>
        {() => null}
      </Loaded>
    </SidePanel>
  )
}
