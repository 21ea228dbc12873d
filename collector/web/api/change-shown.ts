import { ApiError } from './problem.ts'
import type { Tagged } from './request.ts'

const triesMax = 3

type Change<T, R> = {
  read: () => Promise<Tagged<T>>
  /** The resource when the edit began. */
  shown: T
  /** Picks the edited part of the resource. */
  edited: (value: T) => unknown
  /** Sends the change with the ETag that the resource must still have. */
  write: (ifMatch: string | undefined) => Promise<R>
}

/**
 * Changes a part of a resource, such as one field, if that part is still as it was shown. The ETag covers the whole
 * resource, so a change to another part is retried with the new ETag. Rejects with 412 if this part has changed.
 */
export async function changeShown<T, R>({ read, shown, edited, write }: Change<T, R>): Promise<R> {
  for (let tries = 1; ; tries++) {
    const now = await read()
    if (JSON.stringify(edited(now.value)) !== JSON.stringify(edited(shown))) throw conflict()
    try {
      return await write(now.etag)
    } catch (error) {
      // The resource changed between reading and writing. The next read shows whether this part did.
      if (!isConflict(error) || tries === triesMax) throw error
    }
  }
}

const conflict = () =>
  new ApiError({ status: 412, code: 'precondition_failed', title: 'Somebody else has changed this in the meantime' })

/** Returns whether a change was refused because somebody else changed the resource first. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 412
