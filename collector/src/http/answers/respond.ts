import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context as HonoContext } from 'hono'
import type { Context, Precondition } from '../../lib/context.ts'
import type { Environment, HttpContext } from '../environment.ts'
import { editedTags, wholeTags } from './entity-tag.ts'

/** Call whose validated input has these parts. */
export type Call<V extends object> = HonoContext<Environment, string, { out: V }>
type WithId = { param: { id: string } }

/** Returns true if If-None-Match contains this tag, or `*` (RFC 9110 section 13.1.2). */
function alreadyHas(c: HttpContext, tag: string): boolean {
  const given = c.req.header('If-None-Match')
  if (given === undefined) return false
  return given.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}

/**
 * Builds the responses for a single resource with a strong ETag. `edited` names the fields that callers change, if
 * other fields change by themselves.
 */
export function answersOf(edited?: readonly string[]) {
  const tags = edited ? editedTags(edited) : wholeTags

  /** Reads If-Match (RFC 9110 section 13.1.1) for a PATCH or DELETE; undefined if the caller sent none. */
  function preconditionOf(c: HttpContext): Precondition | undefined {
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

  /**
   * Sets the ETag of a resource or of bytes. Returns true if the caller already has this state: the response is 304.
   */
  function unchanged(c: HttpContext, sent: object | Uint8Array): boolean {
    const tag = tags.of(sent)
    c.header('ETag', tag)
    return alreadyHas(c, tag)
  }

  /** Sets the headers of a 201 to POST on a collection: Location of the new resource, and its ETag if it has a GET. */
  function describeCreated(c: HttpContext, resource: { id: string }): void {
    c.header('Location', `${c.req.path}/${resource.id}`)
    unchanged(c, resource)
  }

  /** Responds to a GET of a single resource: 304 if the caller already has this state. */
  function show<T extends object>(c: HttpContext, resource: T) {
    return unchanged(c, resource) ? c.body(null, 304) : c.json(resource, 200)
  }

  /** Responds to a PATCH with the updated resource. */
  function showChanged<T extends object>(c: HttpContext, resource: T) {
    unchanged(c, resource)
    return c.json(resource, 200)
  }

  /** Responds to a POST on a collection with the new resource. */
  function showCreated<T extends { id: string }>(c: HttpContext, resource: T) {
    describeCreated(c, resource)
    return c.json(resource, 201)
  }

  /** Handles a GET of a single resource. */
  const answerGet =
    <T extends object>(get: (ctx: Context, id: string) => Promise<T>) =>
    async (c: Call<WithId>) =>
      show(c, await get(c.get('ctx'), c.req.valid('param').id))

  /** Handles a POST on a collection. */
  const answerCreate =
    <I, T extends { id: string }>(create: (ctx: Context, input: I) => Promise<T>) =>
    async (c: Call<{ json: I }>) =>
      showCreated(c, await create(c.get('ctx'), c.req.valid('json')))

  /** Handles a PATCH of a single resource. */
  const answerUpdate =
    <I, T extends object>(update: (ctx: Context, id: string, input: I, holds?: Precondition) => Promise<T>) =>
    async (c: Call<WithId & { json: I }>) =>
      showChanged(c, await update(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'), preconditionOf(c)))

  /** Handles a DELETE of a single resource. */
  const answerDelete =
    (remove: (ctx: Context, id: string, holds?: Precondition) => Promise<unknown>) => async (c: Call<WithId>) => {
      await remove(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
      return c.body(null, 204)
    }

  const parts = { preconditionOf, unchanged, describeCreated, show, showChanged, showCreated }
  return { ...parts, answerGet, answerCreate, answerUpdate, answerDelete }
}

/** Responses for resources that change only by edits, or never. */
export const {
  preconditionOf,
  unchanged,
  describeCreated,
  show,
  showChanged,
  showCreated,
  answerGet,
  answerCreate,
  answerUpdate,
  answerDelete,
} = answersOf()

/** Responds to a request that queued a task. */
export function showQueued<T extends { taskId: string }>(c: HttpContext, task: T) {
  c.header('Location', `/api/v1/tasks/${task.taskId}`)
  return c.json(task, 202)
}

/** Handles a GET of a list. */
export const answerList =
  <Q, T extends object>(list: (ctx: Context, query: Q) => Promise<T>) =>
  async (c: Call<{ query: Q }>) =>
    c.json(await list(c.get('ctx'), c.req.valid('query')), 200)

/** Handles a GET of a list below a resource, such as the snapshots of a device. */
export const answerListBelow =
  <Q, T extends object>(list: (ctx: Context, id: string, query: Q) => Promise<T>) =>
  async (c: Call<WithId & { query: Q }>) =>
    c.json(await list(c.get('ctx'), c.req.valid('param').id, c.req.valid('query')), 200)
