import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context as HonoContext } from 'hono'
import type { Context, Precondition } from '../../lib/context.ts'
import type { Environment } from '../environment.ts'
import { editedTags, wholeTags } from './entity-tag.ts'

/** True when If-None-Match names this tag, or any (RFC 9110 section 13.1.2). */
function alreadyHas(c: HonoContext<Environment>, tag: string): boolean {
  const given = c.req.header('If-None-Match')
  if (given === undefined) return false
  return given.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}

/**
 * How a single resource is answered with its strong ETag, and changed only for who has seen what would be overwritten.
 * `edited` are the fields that callers change, where others of it change by themselves.
 */
export function answersOf(edited?: readonly string[]) {
  const tags = edited ? editedTags(edited) : wholeTags

  /** If-Match (RFC 9110 section 13.1.1) for the verb of a PATCH or DELETE. undefined when the caller insists on nothing. */
  function preconditionOf(c: HonoContext<Environment>): Precondition | undefined {
    const given = c.req
      .header('If-Match')
      ?.split(',')
      .map((each) => each.trim())
    if (given === undefined) return undefined
    return (current) => {
      if (given.some((tag) => tag === '*' || tags.stillHolds(tag, current))) return
      throw new DomainError('precondition_failed', 'If-Match: the resource has changed since. Read it again.')
    }
  }

  /** Sets the ETag of what is sent, a resource or bytes; true when the caller has this very state, and 304 is the answer. */
  function unchanged(c: HonoContext<Environment>, sent: object | Uint8Array): boolean {
    const tag = tags.of(sent)
    c.header('ETag', tag)
    return alreadyHas(c, tag)
  }

  /** The headers of a 201 to POST on a collection: Location of the new resource, and its ETag where it has a GET. */
  function describeCreated(c: HonoContext<Environment>, resource: { id: string }): void {
    c.header('Location', `${c.req.path}/${resource.id}`)
    unchanged(c, resource)
  }

  /** Answers a GET of a single resource: 304 when the caller has this very state. */
  function show<T extends object>(c: HonoContext<Environment>, resource: T) {
    return unchanged(c, resource) ? c.body(null, 304) : c.json(resource, 200)
  }

  /** Answers a PATCH with the resource as it is now. */
  function showChanged<T extends object>(c: HonoContext<Environment>, resource: T) {
    unchanged(c, resource)
    return c.json(resource, 200)
  }

  /** Answers a POST on a collection with the new resource. */
  function showCreated<T extends { id: string }>(c: HonoContext<Environment>, resource: T) {
    describeCreated(c, resource)
    return c.json(resource, 201)
  }

  return { preconditionOf, unchanged, describeCreated, show, showChanged, showCreated }
}

/** Of what changes by edits alone, or by nothing. */
export const { preconditionOf, unchanged, describeCreated, show, showChanged, showCreated } = answersOf()

type Below<Q> = HonoContext<Environment, string, { out: { param: { id: string }; query: Q } }>

/** Answers a GET of what a resource has, such as a device's snapshots, with a page of the list. */
export const listBelow =
  <Q, T extends object>(list: (ctx: Context, id: string, query: Q) => Promise<T>) =>
  async (c: Below<Q>) =>
    c.json(await list(c.get('ctx'), c.req.valid('param').id, c.req.valid('query')), 200)
