import { ApiError } from './problem.ts'
import type { Tagged } from './request.ts'

/**
 * The ETag to send a change with: that of now, where what a form has shown is still so. An ETag is of the whole, which
 * may change all the time, as a tag's count of devices does; what counts is what the form edits. Throws a 412 otherwise.
 */
export async function etagUnlessChanged<T>(
  read: () => Promise<Tagged<T>>,
  shown: T,
  edited: (value: T) => unknown,
): Promise<string | undefined> {
  const now = await read()
  if (JSON.stringify(edited(now.value)) === JSON.stringify(edited(shown))) return now.etag
  throw new ApiError({ status: 412, code: 'precondition_failed', title: 'Somebody else has changed it meanwhile' })
}
