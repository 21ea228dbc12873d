import { ApiError } from '../api/problem.ts'

/**
 * Splits the API's errors: errors of a form field go under the field's path (`/ranges/0/first` is `ranges.0.first`),
 * all others into separate lines.
 */
export function fieldErrors(error: unknown, values: Record<string, unknown>) {
  const ofFields: Record<string, string> = {}
  const others: string[] = []
  for (const { path, message } of error instanceof ApiError ? error.fields : []) {
    const parts = path.split('/').slice(1)
    if (parts[0] !== undefined && Object.hasOwn(values, parts[0])) ofFields[parts.join('.')] = message
    else others.push(path === '' ? message : `${path}: ${message}`)
  }
  return { ofFields, others }
}
