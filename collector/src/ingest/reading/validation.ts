import { DomainError, type FieldError, jsonPointer } from '@rollcall/shared/errors.ts'
import { parseRaw, withMessage } from '@rollcall/shared/raw-issues.ts'
import type { z } from 'zod'

type Part = 'json' | 'query' | 'param' | 'header' | 'cookie' | 'form'

/** Place of a fault: a JSON pointer for a body, the bare name for a query parameter. */
function pointerOf(part: Part, path: readonly PropertyKey[]): string {
  // Only the name, also if the fault is in one value of a list.
  return part === 'json' ? jsonPointer(path) : String(path[0] ?? part)
}

/** Makes one FieldError per issue. An unknown key is named itself instead of the object that holds it. */
function fieldErrors(part: Part, issues: readonly z.core.$ZodIssue[]): FieldError[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: pointerOf(part, [...issue.path, key]),
        message: part === 'query' ? 'is not a parameter of this call' : 'is not a field of this request',
      }))
    }
    return [{ path: pointerOf(part, issue.path), message: issue.message }]
  })
}

const errorsMax = 50

/** Hook of every route: input that does not fit its schema is a 400 that names each fault. */
export function rejectInvalid(result: { success: boolean; target?: string; error?: z.core.$ZodError }): undefined {
  if (result.success || !result.error) return undefined
  reject((result.target ?? 'json') as Part, result.error.issues)
}

function reject(part: Part, issues: readonly z.core.$ZodIssue[]): never {
  // A malformed id names nothing that exists.
  if (part === 'param') throw new DomainError('not_found', 'There is nothing at this path.')
  const errors = fieldErrors(part, issues.slice(0, errorsMax)).slice(0, errorsMax)
  const first = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
  throw new DomainError('validation_failed', first.slice(0, 1000), errors)
}

/** Parses a body. The error names the first faults, however many there are. */
export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const { issues, ...parsed } = parseRaw(schema, body)
  if ('data' in parsed) return parsed.data
  return reject('json', issues.slice(0, errorsMax).map(withMessage))
}
