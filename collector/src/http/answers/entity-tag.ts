import { createHash } from 'node:crypto'

/** Resource that is sent as JSON, or bytes that are sent as they are. */
type Sent = object | Uint8Array

/** Strong entity tags (RFC 9110 section 8.8.3) of one kind of resource. */
type EntityTags = {
  of: (sent: Sent) => string
  /** For If-Match: true when no edit has changed the resource since it had this tag. */
  stillHolds: (tag: string, current: object) => boolean
}

/** Entity tags of resources that change only by edits, or never. */
export const wholeTags: EntityTags = {
  of: (sent) => `"${digest(sent)}"`,
  stillHolds: (tag, current) => tag === `"${digest(current)}"`,
}

/**
 * Builds the entity tags of a resource with editable `fields`; other fields are found or counted. A tag has two parts.
 * The first covers the whole response: a GET gets 304 only if no byte differs. The second covers the editable fields
 * and alone decides If-Match, so that a rename does not fail because a count of devices changed.
 */
export function editedTags(fields: readonly string[]): EntityTags {
  const editedPart = (sent: Sent) => {
    const values = sent as Record<string, unknown>
    return digest(['id', ...fields].map((field) => values[field]))
  }
  return {
    of: (sent) => `"${digest(sent)}.${editedPart(sent)}"`,
    // A weak tag, W/"…", never matches (RFC 9110 section 13.1.1).
    stillHolds: (tag, current) => tag.startsWith('"') && tag.endsWith(`.${editedPart(current)}"`),
  }
}

function digest(sent: Sent): string {
  const bytes = sent instanceof Uint8Array ? sent : JSON.stringify(sent)
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
}
