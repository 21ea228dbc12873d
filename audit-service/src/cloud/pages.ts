import { CloudError } from './fault.ts'

/** More pages than any list of a subscription has. */
const pagesMax = 2_000

/**
 * Yields the pages of a list: `load` returns one page and the position of the next. Throws if the list does not end.
 */
export async function* pages<Page, Next>(
  name: string,
  load: (next: Next | undefined) => Promise<{ page: Page; next: Next | undefined }>,
): AsyncGenerator<Page, void, undefined> {
  let at: Next | undefined
  for (let count = 0; count < pagesMax; count += 1) {
    const { page, next } = await load(at)
    yield page
    if (next === undefined) return
    if (next === at) throw new CloudError(`${name} repeats the same page`)
    at = next
  }
  throw new CloudError(`${name} returns more than ${pagesMax} pages`)
}
