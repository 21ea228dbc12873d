/** What the database keeps beside a table by itself, and drizzle-kit does not know. */
export interface Derived {
  readonly name: string
  /** Name of the table it belongs to. */
  readonly table: string
  /** SQL that makes it, and anew where there is one already, from what the table holds. */
  readonly ddl: string
}

export const isDerived = (value: unknown): value is Derived =>
  typeof value === 'object' && value !== null && 'table' in value && 'ddl' in value

/** Statements as the text of a migration. */
export const statementList = (statements: readonly string[]): string =>
  statements.map((statement) => `${statement};`).join('\n')
