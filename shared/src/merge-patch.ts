import type { z } from 'zod'
import { invalidFields, jsonPointer } from './errors.ts'

/** Applies a JSON merge patch (RFC 7396): null removes, objects merge, all else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (value === null) merged.delete(key)
    else merged.set(key, mergePatch(merged.get(key), value))
  }
  return Object.fromEntries(merged)
}

/** Parses a resource after a merge patch. Throws a 400 that names each invalid field. */
export function parseMerged<T extends z.ZodType>(schema: T, merged: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(merged)
  if (success) return data
  const fields = error.issues.flatMap(({ path, message, ...issue }) => {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    return keys.map((key) => ({
      path: jsonPointer([...path, ...(key === undefined ? [] : [key])]),
      message: key === undefined ? message : 'does not apply to this resource',
    }))
  })
  throw invalidFields(fields)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
