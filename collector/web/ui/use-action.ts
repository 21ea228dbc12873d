import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../api/problem.ts'

/** Something a person does. Where it fails, a notification says so under `failed`, and that nothing else has changed. */
export function useAction<T = void, R = unknown>(failed: string, run: (input: T) => Promise<R>) {
  return useMutation({ mutationFn: run, onError: (error) => notifyFailure(failed, error) })
}

export function notifyFailure(title: string, error: unknown): void {
  // That the session has ended the sign-in says, which the page is led to.
  if (error instanceof ApiError && error.status === 401) return
  const request = error instanceof ApiError && error.requestId ? ` (request ${error.requestId})` : ''
  notifications.show({
    title,
    message: `${error instanceof Error ? error.message : String(error)}${request}`,
    color: 'red',
    autoClose: false,
  })
}
