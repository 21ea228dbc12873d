import { createHash } from 'node:crypto'

/** A resource, as JSON of it is sent, or bytes as they are. */
type Sent = object | Uint8Array

/** The strong entity tags (RFC 9110 section 8.8.3) of one kind of resource. */
export type EntityTags = {
  of: (sent: Sent) => string
  /** For If-Match: what had this tag is, as far as a change is concerned, what is there now. */
  stillHolds: (tag: string, current: object) => boolean
}

/** Of what changes by edits alone, or is not edited at all. */
export const wholeTags: EntityTags = {
  of: (sent) => `"${digest(sent)}"`,
  stillHolds: (tag, current) => tag === `"${digest(current)}"`,
}

/**
 * Of a resource of which callers edit these fields, all else being what is found and counted. A tag has two parts. The
 * first is of all that is sent: a GET is answered with 304 only where no byte differs. The second is of the
 * fields, and it alone decides on If-Match: who renames a tag overwrites nobody's count of devices.
 */
export function editedTags(fields: readonly string[]): EntityTags {
  const editedPart = (sent: Sent) => {
    const values = sent as Record<string, unknown>
    return digest(['id', ...fields].map((field) => values[field]))
  }
  return {
    of: (sent) => `"${digest(sent)}.${editedPart(sent)}"`,
    // A weak tag, W/"…", is the same as none (RFC 9110 section 13.1.1).
    stillHolds: (tag, current) => tag.startsWith('"') && tag.endsWith(`.${editedPart(current)}"`),
  }
}

function digest(sent: Sent): string {
  const bytes = sent instanceof Uint8Array ? sent : JSON.stringify(sent)
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
}
