import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../../api/me.ts'
import { useAction } from '../use-action.ts'

/** Ends the session and clears all data of the page. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useAction('You were not signed out', async () => {
    await signOut()
    queryClient.clear()
    await navigate({ to: '/sign-in' })
  })
}
