import { z } from 'zod'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { nameSchema } from './line.ts'
import { isOneLine, oneLineFault } from './visible-text.ts'

/** Lists of the web interface that can be saved as a view. */
const viewLists = [
  'devices',
  'software',
  'compliance',
  'findings',
  'reviews',
  'segments',
  'tasks',
  'changes',
  'agents',
] as const
export const viewListSchema = z.enum(viewLists)
export type ViewList = z.infer<typeof viewListSchema>

/** Maximum number of views. */
export const viewLimits = { perOwner: 100, perSite: 2000 }
const parametersMax = 40
const parameterCharsMax = 8_000

/** Caller that owns a view or report. */
export const ownerSchema = z
  .object({
    kind: z.enum(['user', 'app', 'system']),
    id: z.string().meta({ example: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90' }),
    name: text('anna').meta({ description: 'User name, or name of the App registration when it became the owner' }),
  })
  .meta({ id: 'Owner' })
export type Owner = z.infer<typeof ownerSchema>

const parametersSchema = z
  .record(
    z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/, 'must be the name of a parameter'),
    z.string().min(1).max(parameterCharsMax).refine(isOneLine, oneLineFault),
  )
  .refine((given) => Object.keys(given).length <= parametersMax, `at most ${parametersMax} parameters`)
  .refine(
    (given) => Object.values(given).join('').length <= parameterCharsMax,
    `at most ${parameterCharsMax} characters in all`,
  )
  .meta({
    description:
      'Parameters in the address of the list in the web interface: search, filters, sorting and columns. They are checked when the view is used; a list ignores unknown ones',
    example: { type: 'printer', seen: '30d', sort: '-lastSeen' },
  })
export type ViewParameters = z.infer<typeof parametersSchema>

const sharedSchema = z.boolean().meta({
  description: 'true: everyone on the site can use the view; false: only its owner. Sharing needs Edit inventory',
})

export const viewSchema = z
  .object({
    id: idSchema,
    name: text('Printers by last seen'),
    list: viewListSchema,
    parameters: parametersSchema,
    shared: sharedSchema,
    owner: ownerSchema.nullable().meta({ description: 'null if the owner was deleted' }),
    createdAt: timeSchema,
    modifiedAt: timeSchema.nullable().meta({ description: 'Time of the last change; null if there was none' }),
  })
  .meta({ id: 'View' })
export type View = z.infer<typeof viewSchema>
export const viewListOfViewsSchema = listOf(viewSchema).meta({ id: 'ViewList' })

export const createViewSchema = z
  .strictObject({
    name: nameSchema.meta({ example: 'Printers by last seen' }),
    list: viewListSchema,
    parameters: parametersSchema,
    shared: sharedSchema.default(false),
  })
  .meta({ id: 'CreateView' })
export type CreateView = z.infer<typeof createViewSchema>

export const patchViewSchema = z
  .strictObject({
    name: nameSchema.meta({ example: 'Printers by last seen' }),
    parameters: parametersSchema.meta({ description: 'Replaces all parameters' }),
    shared: sharedSchema,
  })
  .partial()
  .meta({ id: 'PatchView' })
export type PatchView = z.infer<typeof patchViewSchema>

export const viewQuerySchema = pageQuerySchema.extend({ list: viewListSchema.optional() })
export type ViewQuery = z.infer<typeof viewQuerySchema>
