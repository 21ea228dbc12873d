/** Data that the database derives from a table by itself, and that drizzle-kit does not support. */
export interface Derived {
  readonly name: string
  /** Name of the table it belongs to. */
  readonly table: string
  /** SQL that creates it from the table's rows, replacing an existing one. */
  readonly ddl: string
}

export const isDerived = (value: unknown): value is Derived =>
  typeof value === 'object' && value !== null && 'table' in value && 'ddl' in value

/** Statements as the text of a migration. */
export const statementList = (statements: readonly string[]): string =>
  statements.map((statement) => `${statement};`).join('\n')
