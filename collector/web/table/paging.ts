import type { ListState } from './list-search.ts'

export const pageSizes = [25, 50, 100, 200] as const
const sizeDefault = 50
const sizeKey = 'rollcall-page-size'

const savedPageSize = (): number => Number(localStorage.getItem(sizeKey)) || sizeDefault

export const savePageSize = (size: number): void => localStorage.setItem(sizeKey, String(size))

/** Returns the API's limit and offset for an address. */
export function pagingOf({ page, size }: ListState): { limit: number; offset: number } {
  const limit = Math.min(Number(size ?? savedPageSize()), 1000)
  return { limit, offset: (Number(page ?? 1) - 1) * limit }
}
