import { createHash } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'
import { outboundAgents } from '@rollcall/shared/node/outbound/http-agents.ts'
import type { Outbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { within } from '@rollcall/shared/node/within.ts'
import { boundAnswer } from './bound-answer.ts'
import { notS3, storageProblemOf } from './storage-errors.ts'
import type { StorageTarget } from './target.ts'

const connectTimeoutMs = 5_000
const connectionsMax = 8

/** The objects of one bucket. Every failure is a StorageProblem; `signal` ends a call that takes too long. */
export type Bucket = {
  put(key: string, content: Uint8Array, contentType: string, signal: AbortSignal): Promise<void>
  get(key: string, signal: AbortSignal): Promise<Uint8Array>
  remove(key: string, signal: AbortSignal): Promise<void>
  close(): void
}

export async function openBucket(outbound: Outbound, target: StorageTarget): Promise<Bucket> {
  // Loaded when a site has storage: it takes 35 MB, which other sites should not need.
  const s3 = await import('@aws-sdk/client-s3')
  const { bucket: Bucket } = target
  const client = createClient(s3, outbound, target)
  // The SDK obeys the signal too, except if the server switches to another protocol.
  const call = async <R>(signal: AbortSignal, what: () => Promise<R>): Promise<R> => {
    try {
      return await within(signal, what())
    } catch (error) {
      throw storageProblemOf(error)
    }
  }
  return {
    put: (Key, content, ContentType, abortSignal) =>
      call(abortSignal, async () => {
        const command = new s3.PutObjectCommand({ Bucket, Key, Body: content, ContentType })
        const { ETag, $metadata } = await client.send(command, { abortSignal })
        // A web server that responds to everything with 200 and a page has stored nothing.
        if (ETag === undefined) throw notS3($metadata.httpStatusCode)
        if (ETag.replaceAll('"', '') === createHash('md5').update(content).digest('hex')) return
        // The ETag is not the MD5 if the service encrypts. Then the object has to be there with its full length.
        const stored = await client.send(new s3.HeadObjectCommand({ Bucket, Key }), { abortSignal })
        if (stored.ETag !== ETag || stored.ContentLength !== content.length) throw notS3($metadata.httpStatusCode)
      }),
    get: (Key, abortSignal) =>
      call(abortSignal, async () => {
        const { Body, $metadata } = await client.send(new s3.GetObjectCommand({ Bucket, Key }), { abortSignal })
        if (Body === undefined) throw notS3($metadata.httpStatusCode)
        return await Body.transformToByteArray()
      }),
    remove: (Key, abortSignal) =>
      call(
        abortSignal,
        async () => void (await client.send(new s3.DeleteObjectCommand({ Bucket, Key }), { abortSignal })),
      ),
    close: () => client.destroy(),
  }
}

function createClient(
  s3: typeof import('@aws-sdk/client-s3'),
  outbound: Outbound,
  { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle }: StorageTarget,
): S3Client {
  if (endpoint !== null) outbound.checkAddress('snapshot storage', hostAndPort(new URL(endpoint)))
  const agents = outboundAgents(outbound, 'snapshot storage', { keepAlive: true, maxSockets: connectionsMax })
  const client = new s3.S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    // Endpoints in the collector's environment are not meant for the sites.
    ignoreConfiguredEndpointUrls: true,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // The queue tries again, after a pause.
    maxAttempts: 1,
    // Many S3-compatible services refuse the default checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      httpAgent: agents.http,
      httpsAgent: agents.https,
    },
  })
  // Added last before the connection, so that the SDK reads the limited response.
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      boundAnswer(result.response)
      return result
    },
    { step: 'deserialize', priority: 'low' },
  )
  return client
}

const hostAndPort = ({ protocol, hostname, port }: URL) => ({
  host: hostname,
  port: Number(port || (protocol === 'https:' ? 443 : 80)),
})
