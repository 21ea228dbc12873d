import { DomainError } from '../errors.ts'

/** A query that cannot be read. `position` and `end` are the characters that the message is about, counted from 0. */
export class QueryError extends DomainError {
  readonly position: number
  readonly end: number
  /** The problem and its solution, without the position. */
  readonly problem: string

  constructor(problem: string, { start, end }: { start: number; end: number }) {
    const message = `character ${start + 1}: ${problem}`
    super('validation_failed', `query: ${message}`, [{ path: 'query', message }])
    this.name = 'QueryError'
    this.problem = problem
    this.position = start
    this.end = end
  }
}
