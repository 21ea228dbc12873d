import { CloudError } from './fault.ts'

/** No list of a subscription has so many. */
const pagesMax = 2_000

/**
 * A list that comes in pages: `load` gives one, and where the next one is. Ends with an error where it would never end.
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
    if (next === at) throw new CloudError(`${name} gives the same page again and again`)
    at = next
  }
  throw new CloudError(`${name} gives more than ${pagesMax} pages`)
}
