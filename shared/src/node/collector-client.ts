import { hash } from 'node:crypto'
import { messageOf, OperatorError } from '../errors.ts'
import { createClient, type HttpClient, type Pinned } from './pinned-client.ts'

/** Addresses of the collector in the state of a part. */
export type CollectorAddresses = {
  /** The address that answered last. */
  collectorUrl: string
  /** Further addresses that the collector sent, in its order. */
  otherUrls?: string[] | undefined
}

export const urlsOf = ({ collectorUrl, otherUrls = [] }: CollectorAddresses): string[] => [collectorUrl, ...otherUrls]

/** Returns the origin of a collector's address. Throws an OperatorError if it is none. */
export function collectorOrigin(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol !== 'https:') {
    throw new OperatorError(`"${url}" is not the address of a collector, such as https://collector.example:8443`)
  }
  return parsed.origin
}

/** Returns the addresses to store after an answer with the collector's own list. */
export const addressesAfter = (answeredBy: string, listed: readonly string[]): Required<CollectorAddresses> => ({
  collectorUrl: answeredBy,
  otherUrls: listed.filter((url) => url !== answeredBy),
})

/** Returns the short hash by which an agent names the list of addresses that it has. */
export const hashOfAddresses = (listed: readonly string[]): string =>
  hash('sha256', JSON.stringify(listed), 'base64url').slice(0, 8)

export type CollectorClient = HttpClient & {
  /** Returns the address that answered last; the first one before any answer. */
  answeredBy(): string
}

/** Statuses of a reverse proxy whose collector is gone. */
const gatewayStatuses = [502, 504]

/**
 * Creates a client of a collector with several addresses. It begins with the one that answered last and tries the others
 * if there is no answer. All of them must prove with the same CA that they are the collector.
 */
export function createCollectorClient({
  urls,
  ...pinned
}: Pinned & {
  /** Read before each request. */
  urls(): readonly string[]
}): CollectorClient {
  let answeredBy = urls()[0] ?? ''
  const clients = new Map<string, HttpClient>()
  const clientOf = (url: string): HttpClient => {
    const client = clients.get(url) ?? createClient({ url, ...pinned })
    clients.set(url, client)
    return client
  }
  const request: HttpClient = async (call) => {
    const all = urls()
    const turns = [...all.filter((url) => url === answeredBy), ...all.filter((url) => url !== answeredBy)]
    const failures: { url: string; error: unknown }[] = []
    for (const [index, url] of turns.entries()) {
      try {
        const response = await clientOf(url)(call)
        if (gatewayStatuses.includes(response.status) && index < turns.length - 1) continue
        answeredBy = url
        return response
      } catch (error) {
        if (call.signal?.aborted) throw error
        failures.push({ url, error })
      }
    }
    if (turns.length === 1) throw failures[0]?.error
    throw new Error(failures.map(({ url, error }) => `${url}: ${messageOf(error)}`).join('; '))
  }
  return Object.assign(request, { answeredBy: () => answeredBy })
}
