import { z } from 'zod'

/** An issue of a schema that has no message yet. */
export type RawIssue = z.core.$ZodRawIssue

/**
 * Parses with a schema and leaves the issues without messages. Zod writes one for each issue, which dominates the time
 * if a hostile value has hundreds of thousands of issues.
 */
export function parseRaw<T extends z.ZodType>(
  schema: T,
  value: unknown,
): { data: z.output<T>; issues: [] } | { issues: RawIssue[] } {
  const result = schema._zod.run({ value, issues: [] }, { async: false })
  if (result instanceof Promise) throw new z.core.$ZodAsyncError()
  return result.issues.length > 0 ? { issues: result.issues } : { data: result.value as z.output<T>, issues: [] }
}

export const withMessage = (issue: RawIssue): z.core.$ZodIssue =>
  z.core.util.finalizeIssue(issue, undefined, z.core.config())
