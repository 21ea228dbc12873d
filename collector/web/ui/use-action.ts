import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../api/problem.ts'

/** An action of the user. If it fails, a notification with the title `failed` is shown. */
export function useAction<T = void, R = unknown>(failed: string, run: (input: T) => Promise<R>) {
  return useMutation({ mutationFn: run, onError: (error) => notifyFailure(failed, error) })
}

export function notifyFailure(title: string, error: unknown): void {
  // After the session has ended, the sign-in page explains it.
  if (error instanceof ApiError && error.status === 401) return
  const request = error instanceof ApiError && error.requestId ? ` (request ${error.requestId})` : ''
  notifications.show({
    title,
    message: `${error instanceof Error ? error.message : String(error)}${request}`,
    color: 'red',
    autoClose: false,
  })
}
