import type { z } from 'zod'

/**
 * Error text for a value whose schema has none, shown beside the field's name. zod calls it, since only zod still has
 * the input and can detect a missing value.
 */
export const inPlainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return ofType(issue.input, issue.expected)
    case 'invalid_value':
      return ofChoice(issue.input, issue.values)
    case 'invalid_union':
      return ofUnion(issue)
    case 'invalid_key':
      return `is not a valid name: ${issue.issues.map(({ message }) => message).join('; ')}`
    case 'too_small':
      return ofSmall(issue)
    case 'too_big':
      return `at most ${ofSize(issue, issue.maximum)}`
    case 'invalid_format':
      return formats[issue.format]
    default:
      return undefined
  }
}

const types: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const formats: Record<string, string> = { uuid: 'not a UUID', email: 'not an e-mail address' }

/** Also used for a parameter that a query repeats. */
const single = 'must be a single value, not a list'

const units: Record<string, string> = { string: ' characters', array: ' items' }

const ofSize = ({ origin }: { origin: string }, size: number | bigint) => `${size}${units[origin] ?? ''}`

function ofSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (minimum === 1 && origin in units) return 'must not be empty'
  return `${inclusive === false ? 'more than' : 'at least'} ${ofSize({ origin }, minimum)}`
}

function ofType(input: unknown, expected: string): string | undefined {
  if (input === undefined) return 'is required'
  if (Array.isArray(input) && expected === 'string') return single
  return types[expected] && `must be ${types[expected]}`
}

function ofChoice(input: unknown, values: readonly unknown[]): string {
  if (Array.isArray(input)) return single
  const choice = values.length > 1 ? `one of ${values.join(', ')}` : String(values[0])
  return `${input === undefined ? 'is required:' : 'must be'} ${choice}`
}

function ofUnion({ input, errors, ...issue }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  // If the form of an object depends on one field, the fault is in that field.
  if (issue.discriminator !== undefined && 'options' in issue && Array.isArray(issue.options)) {
    return ofChoice(Object(input)[issue.discriminator], issue.options)
  }
  return [...new Set(errors.flat().map(({ message }) => message))].join(', or ')
}
