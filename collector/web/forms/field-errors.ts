import { ApiError } from '../api/problem.ts'

/**
 * The API's words on what was sent: those on a field of the form under the field's path (`/ranges/0/first` is
 * `ranges.0.first`), all others as lines of their own.
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
