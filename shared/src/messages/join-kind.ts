import { z } from 'zod'

/** Kinds of clients that a join token admits. */
export const joinKinds = ['audit-service', 'agent'] as const
export const joinKindSchema = z.enum(joinKinds)
export type JoinKind = z.infer<typeof joinKindSchema>
