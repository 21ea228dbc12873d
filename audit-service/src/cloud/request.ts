import { messageOf } from '@rollcall/shared/errors.ts'
import { createBackoff, parseRetryAfterMs } from '@rollcall/shared/node/backoff.ts'
import { CloudError } from './fault.ts'

export type CloudRequest = { url: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }

export type CloudResponse = { status: number; type: string; text: string; retryAfterMs: number | undefined }

/** API of one cloud. */
export type CloudApi = {
  /** Name for people: `Amazon EC2 in eu-central-1`. */
  name: string
  signal: AbortSignal
  /** Returns true if the response asks for a later retry, in addition to status 429. */
  isThrottled?: (answer: CloudResponse) => boolean
}

/** Limit of one response: 500 instances take about a tenth. */
const answerBytesMax = 32 * 1024 * 1024
const answerTimeoutMs = 60_000
const attemptsMax = 6
const retryAfterMsMax = 60_000

/**
 * Sends one request to a cloud and returns the response with any status. Retries with growing delays while the cloud is
 * busy or unreachable; `make` creates a new request for each try, because signatures expire. Redirects are not
 * followed, because they would carry a credential elsewhere.
 */
export async function request(make: () => CloudRequest, api: CloudApi): Promise<CloudResponse> {
  const { name, signal, isThrottled = () => false } = api
  const backoff = createBackoff({ baseMs: 500, maxMs: 20_000 })
  for (let attempt = 1; ; attempt += 1) {
    const answer = await requestOnce(make(), api).catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof CloudError) throw error
      if (attempt === attemptsMax)
        throw new CloudError(`${name} cannot be reached: ${reasonOf(error)}`, { cause: error })
    })
    const isBusy = answer === undefined || answer.status === 429 || answer.status >= 500 || isThrottled(answer)
    if (!isBusy) return answer
    if (attempt === attemptsMax) {
      throw new CloudError(`${name} was too busy to answer ${attemptsMax} times in a row (${answer?.status})`)
    }
    await backoff.wait(signal, Math.min(answer?.retryAfterMs ?? 0, retryAfterMsMax))
  }
}

async function requestOnce({ url, ...init }: CloudRequest, { name, signal }: CloudApi): Promise<CloudResponse> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)])
  const response = await fetch(url, { ...init, redirect: 'manual', signal: ended })
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw new CloudError(`${name} answers with a redirect, which is not followed`)
  }
  return {
    status,
    type: headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '',
    text: await readText(response, name),
    retryAfterMs: parseRetryAfterMs(headers.get('retry-after') ?? undefined, Date.now()),
  }
}

async function readText({ body }: Response, name: string): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop ends the transfer.
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > answerBytesMax) throw new CloudError(`${name} answers with more than ${answerBytesMax} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Returns the cause of a fetch error, whose own message says only that it failed. */
const reasonOf = (error: unknown): string =>
  messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)
