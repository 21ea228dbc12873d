import { z } from 'zod'
import { OperatorError } from '../errors.ts'
import { type JoinKind, joinKindSchema } from './join-kind.ts'

/**
 * A join token as a person copies it: `rcj1.` and base64url JSON. `pin` is the base64 SHA-256 of the SPKI of the
 * collector's CA (as in RFC 7469), so that the first connection is already authenticated.
 */
export type JoinToken = { secret: string; pin: string; kind: JoinKind }

const prefix = 'rcj1.'
const wireSchema = z.object({ s: z.string().min(20).max(128), p: z.string().length(44), k: joinKindSchema })

export function formatJoinToken(token: JoinToken): string {
  const json = JSON.stringify({ s: token.secret, p: token.pin, k: token.kind })
  return prefix + Buffer.from(json).toString('base64url')
}

/** Returns undefined if the text is not a complete join token. */
export function parseJoinToken(text: string): JoinToken | undefined {
  const trimmed = text.trim()
  if (!trimmed.startsWith(prefix) || trimmed.length > 1024) return undefined
  try {
    const wire = wireSchema.parse(JSON.parse(Buffer.from(trimmed.slice(prefix.length), 'base64url').toString('utf8')))
    return { secret: wire.s, pin: wire.p, kind: wire.k }
  } catch {
    return undefined
  }
}

/** Parses a join token of one kind of clients. Throws an OperatorError if it is none. */
export function requireJoinToken(text: string, kind: JoinKind): JoinToken {
  const token = parseJoinToken(text)
  if (token?.kind === kind) return token
  const problem = token
    ? `this join token is for an ${token.kind}, not for an ${kind}:`
    : 'this is not a complete join token: copy it from "rcj1." to its end, or'
  throw new OperatorError(`${problem} create one with "rollcall join-token create --for ${kind}"`)
}
