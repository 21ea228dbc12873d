import { messageOf } from '@rollcall/shared/errors.ts'
import { createBackoff, parseRetryAfterMs } from '@rollcall/shared/node/backoff.ts'
import { CloudError } from './fault.ts'

export type CloudRequest = { url: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }

export type CloudResponse = { status: number; type: string; text: string; retryAfterMs: number | undefined }

/** How one cloud's interface is asked. */
export type CloudApi = {
  /** As a person knows it: `Amazon EC2 in eu-central-1`. */
  name: string
  signal: AbortSignal
  /** Whether an answer asks for patience, beside the status that every interface has for that. */
  isThrottled?: (answer: CloudResponse) => boolean
}

/** Of one answer: 500 instances come to about a tenth. */
const answerBytesMax = 32 * 1024 * 1024
const answerTimeoutMs = 60_000
const attemptsMax = 6
const retryAfterMsMax = 60_000

/**
 * One question to a cloud, whatever the status of its answer. Asked again, later each time, while the cloud is busy or
 * cannot be reached; `make` makes it anew for each try, as signatures grow old. Redirects are not followed: they would
 * carry a credential elsewhere.
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
  // Leaving the loop early ends the transfer.
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > answerBytesMax) throw new CloudError(`${name} answers with more than ${answerBytesMax} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** What fetch says of itself is only that it failed. */
const reasonOf = (error: unknown): string =>
  messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)
