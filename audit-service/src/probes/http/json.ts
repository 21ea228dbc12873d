import { DomainError } from '@rollcall/shared/errors.ts'
import { type JsonBounds, scanJson } from '@rollcall/shared/node/json-bounds.ts'
import type { z } from 'zod'
import type { HttpReply } from './reply.ts'

/** Several times what a device describes itself with. */
const bounds: JsonBounds = { valuesMax: 5_000, containersMax: 1_000, membersMax: 500, itemsMax: 1_000, depthMax: 16 }

/** Returns the JSON body of a successful reply; undefined for another status, for other text and for other fields. */
export function jsonOf<T extends z.ZodType>(reply: HttpReply | undefined, schema: T): z.output<T> | undefined {
  if (reply?.status !== 200) return undefined
  try {
    scanJson(reply.body, bounds)
    return schema.safeParse(JSON.parse(reply.body.toString('utf8'))).data
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DomainError) return undefined
    throw error
  }
}
