import { decisionRows } from './rows/decisions.ts'
import { interfaceRows } from './rows/interface.ts'

type RowsOf<Parts> =
  Parts extends Record<string, infer Rows> ? (Rows extends object ? keyof Rows & string : never) : never
export type RowId = RowsOf<typeof interfaceRows> | RowsOf<typeof decisionRows>

declare module 'vitest' {
  interface TaskMeta {
    /** Rows of the interface that the test proves; docs/interface-coverage.md is made from them. */
    proves?: RowId[]
  }
}

/** Options of a test that proves rows of the interface. */
export const proves = (...rows: [RowId, ...RowId[]]): { meta: { proves: RowId[] } } => ({ meta: { proves: rows } })

export { decisionRows, interfaceRows }
