import { invalidField } from '@rollcall/shared/errors.ts'
import { parseQuery } from '@rollcall/shared/query/parse-query.ts'
import type { Query } from '@rollcall/shared/query/query.ts'
import { QueryError } from '@rollcall/shared/query/query-error.ts'

/** Parses the query of a rule. Throws a DomainError that says what is wrong with it. */
export function readQuery(text: string): Query {
  try {
    const query = parseQuery(text)
    if (namesFindings(query))
      throw invalidField(
        '/query',
        '‘finding’ cannot be used in a rule, as findings follow from rules. Write the conditions of the other rule instead',
      )
    return query
  } catch (error) {
    throw error instanceof QueryError ? invalidField('/query', error.fields[0]?.message ?? error.problem) : error
  }
}

function namesFindings(query: Query): boolean {
  if ('all' in query) return query.all.some(namesFindings)
  if ('any' in query) return query.any.some(namesFindings)
  if ('not' in query) return namesFindings(query.not)
  return 'field' in query && query.field === 'finding'
}
