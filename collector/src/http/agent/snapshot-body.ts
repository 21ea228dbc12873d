import { DomainError } from '@rollcall/shared/errors.ts'
import { isUuid } from '@rollcall/shared/ids.ts'
import {
  addressesHeader,
  dictionaryIdHeader,
  previousSnapshotHeader,
} from '@rollcall/shared/messages/agent-protocol.ts'
import { hashOfAddresses } from '@rollcall/shared/node/collector-client.ts'
import { decodeDifference, dictionaryCoding } from '@rollcall/shared/node/differences/dcz.ts'
import type { Origin } from '../../ingest/accept/delivery.ts'
import type { Sender } from '../../ingest/reading/fair-queue.ts'
import type { DifferenceInput } from '../../ingest/reading/read-difference.ts'
import type { Sent } from '../../ingest/reading/reader.ts'
import type { HttpContext } from '../environment.ts'
import type { BodyBudget } from './body-budget.ts'
import { isDifference, packingOfJson, withBody } from './read-body.ts'

/** Body of an agent's snapshot; `difference` is set if it was sent as one. */
export type SnapshotBody = Sent & {
  difference: Pick<DifferenceInput, 'difference' | 'base' | 'reserve'> | undefined
}

/** Tells the agent how it may send its next snapshot (RFC 9110 section 12.5.3). */
export const offerCodings = (c: HttpContext): void => c.header('Accept-Encoding', `${dictionaryCoding}, gzip`)

/** Reads the body of an agent's snapshot and passes it to `use`, like `withBody`. */
export function withSnapshotBody<R>(
  c: HttpContext,
  { budget, sender }: { budget: BodyBudget; sender: Sender },
  use: (body: SnapshotBody) => Promise<R>,
): Promise<R> {
  const isOne = isDifference(c)
  return withBody(c, { budget, sender, packing: isOne ? 'none' : packingOfJson(c) }, (sent, { take: reserve }) =>
    use({ ...sent, difference: isOne ? { ...differenceIn(c, sent.bytes), reserve } : undefined }),
  )
}

/** Reads a body that is a difference, and the id of the snapshot that it differs from. */
function differenceIn(c: HttpContext, bytes: Uint8Array): Pick<DifferenceInput, 'difference' | 'base'> {
  const difference = decodeDifference(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  if (!difference) throw new DomainError('validation_failed', `The body is not valid ${dictionaryCoding}.`)
  // A string of a structured field (RFC 9842 section 2.3).
  const id = c.req.header(dictionaryIdHeader)?.replace(/^"(.*)"$/, '$1')
  return { difference, base: id !== undefined && isUuid(id) ? id.toLowerCase() : undefined }
}

/** Returns the collector's addresses for the answer; nothing if the agent has these. */
export const addressesFor = (c: HttpContext, collectorUrls: string[]): { collectorUrls?: string[] } =>
  c.req.header(addressesHeader) === hashOfAddresses(collectorUrls) ? {} : { collectorUrls }

/** Reads the agent's version, and the id of the previous snapshot in its state, from the headers of its snapshot. */
export const agentIn = (c: HttpContext): Pick<Origin, 'agentVersion' | 'agentPreviousId'> => ({
  ...versionIn(c.req.header('User-Agent')),
  ...previousIn(c.req.header(previousSnapshotHeader)),
})

/** Reads the agent version from the User-Agent (RFC 9110 section 10.1.5), such as `rollcall-agent/1.2.3`. */
function versionIn(userAgent = ''): Pick<Origin, 'agentVersion'> {
  const agentVersion = /^rollcall-agent\/([\w.+-]{1,64})/.exec(userAgent)?.[1]
  return agentVersion === undefined ? {} : { agentVersion }
}

const previousIn = (id: string | undefined): Pick<Origin, 'agentPreviousId'> =>
  id !== undefined && isUuid(id) ? { agentPreviousId: id.toLowerCase() } : {}
