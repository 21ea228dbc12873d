import { z } from 'zod'

/** What a join token lets in. */
export const joinKinds = ['audit-service', 'agent'] as const
export const joinKindSchema = z.enum(joinKinds)
export type JoinKind = z.infer<typeof joinKindSchema>
