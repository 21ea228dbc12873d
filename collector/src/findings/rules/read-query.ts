import { invalidField } from '@rollcall/shared/errors.ts'
import { parseQuery } from '@rollcall/shared/query/parse-query.ts'
import type { Query } from '@rollcall/shared/query/query.ts'
import { QueryError } from '@rollcall/shared/query/query-error.ts'

/** Parses the query of a rule. Throws a DomainError that says what is wrong with it. */
export function readQuery(text: string): Query {
  try {
    return parseQuery(text)
  } catch (error) {
    throw error instanceof QueryError ? invalidField('/query', error.fields[0]?.message ?? error.problem) : error
  }
}
