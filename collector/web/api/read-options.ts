import type { List } from '@rollcall/shared/api/common.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Query, request } from './request.ts'

/** Builds the options of a query that reads a path. */
export const readOptions = <T>(queryKey: readonly unknown[], path: string, query: Query = {}) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => request<T>(path, { query, signal }) })

/** Builds the options of a query that reads a page of a list. The page before it stays until it has come. */
export const pageOptions = <T>(key: readonly unknown[], path: string, query: Query) =>
  queryOptions({ ...readOptions<List<T>>([...key, query], path, query), placeholderData: keepPreviousData })
