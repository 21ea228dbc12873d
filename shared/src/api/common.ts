import { z } from 'zod'
import { timestampSchema } from '../inventory/primitives.ts'

/** An id, accepted in any case: ids are stored and compared in lower case. */
export const idSchema = z.uuid().toLowerCase().meta({ example: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90' })
/** The id in a path. A text that is no UUID gives 404, not 400. */
export const idParamsSchema = z.object({ id: idSchema })

/** A text field of a response, with an example for the API description. */
export const text = (example: string) => z.string().meta({ example })

/** A choice of codes for programs, each with its meaning for people in the API description. */
export const codeSchema = <Code extends string>(meanings: Record<Code, string>) =>
  z.enum(Object.keys(meanings) as Code[]).meta({
    description: Object.entries(meanings)
      .map(([code, meaning]) => `\`${code}\` ${meaning}`)
      .join('; '),
  })

/** A UTC time with milliseconds, the form of every time in a response. */
export const timeSchema = z.string().meta({ format: 'date-time', example: '2026-11-20T08:15:30.123Z' })
/** A time in a query: any RFC 3339 date-time with an offset. */
export const timeQuerySchema = z
  .string()
  // Accepts the + of an offset that a client did not percent-encode.
  .transform((time) => time.replace(/ (?=\d\d:\d\d$)/, '+'))
  .pipe(timestampSchema)
  .meta({ type: 'string', format: 'date-time', example: '2026-11-20T09:15:30+01:00' })

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'a whole number')
  .transform(Number)

/** A condition of a query: `true` or `false`. */
export const booleanQuerySchema = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ type: 'boolean', example: true })

/** `limit` from 1 to 1000 (default 50), `offset` from 0. */
export const pageQuerySchema = z.strictObject({
  limit: wholeNumber
    .pipe(z.number().min(1, 'from 1 to 1000').max(1000, 'from 1 to 1000'))
    .default(50)
    .meta({ type: 'integer', minimum: 1, maximum: 1000, default: 50, description: 'Number of items on the page' }),
  offset: wholeNumber
    .default(0)
    .meta({ type: 'integer', minimum: 0, default: 0, description: 'Number of items before the page' }),
})
export type Page = z.infer<typeof pageQuerySchema>

export const listFormats = ['json', 'csv', 'xlsx'] as const

/** Parameters with which every list is also a file of all its matches. */
export const exportShape = {
  format: z.enum(listFormats).optional().meta({ description: 'Takes precedence over the Accept header' }),
  columns: z
    .string()
    .max(2_000)
    .optional()
    .meta({ description: 'Only for csv and xlsx: names of the columns, with commas between', example: 'id,name' }),
}

/** `{items, total}`; `total` counts all matches, not the page. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int().meta({ example: 1 }) })
}
export type List<T> = { items: T[]; total: number }
