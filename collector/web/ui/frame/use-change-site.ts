import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { chooseSite } from '../../api/site.ts'

/** Shows another site from now on, at an address that exists on it. */
export function useChangeSite() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (id: string, to = '/') => {
    chooseSite(id)
    // Nothing of the other site may show up here.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    await navigate({ to })
  }
}
