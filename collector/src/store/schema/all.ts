import type { TableFactory } from '../kit.ts'

/** Every feature's tables, for the migrations; `npm run migrations` after a change. */
export const allTables: readonly TableFactory<Record<string, unknown>>[] = []
