/** A value of an exported list. Times are in the form of the API. */
export type Cell = string | number | boolean | null

/** A column of an exported list. */
export type Column = { name: string; isTime?: boolean }

/** A list as it is exported: its columns, and its records in parts. */
export type TableRecords = {
  columns: readonly Column[]
  records: AsyncGenerator<Cell[][]>
  /** The list has chosen its columns itself. */
  isChosen?: boolean
}
