import { ApiError } from './problem.ts'
import type { Tagged } from './request.ts'

const triesMax = 3

type Change<T, R> = {
  read: () => Promise<Tagged<T>>
  /** As it was when the change was begun. */
  shown: T
  /** What of it is edited. */
  edited: (value: T) => unknown
  /** Sends the change with the ETag that the resource must still have. */
  write: (ifMatch: string | undefined) => Promise<R>
}

/**
 * Changes a part of a resource, such as one field, where that part is still as it was shown. An ETag is of all that
 * people edit of it, and what others do with the rest is none of this part's business. Rejects with a 412 otherwise.
 */
export async function changeShown<T, R>({ read, shown, edited, write }: Change<T, R>): Promise<R> {
  for (let tries = 1; ; tries++) {
    const now = await read()
    if (JSON.stringify(edited(now.value)) !== JSON.stringify(edited(shown))) throw overtaken()
    try {
      return await write(now.etag)
    } catch (error) {
      // Something has come between reading and writing; whether it was this part is seen by reading again.
      if (!isOvertaken(error) || tries === triesMax) throw error
    }
  }
}

const overtaken = () =>
  new ApiError({ status: 412, code: 'precondition_failed', title: 'Somebody else has changed it meanwhile' })

/** Whether a change was refused since somebody else was quicker. */
export const isOvertaken = (error: unknown): boolean => error instanceof ApiError && error.status === 412
