import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startS3 } from '../../harness/s3.ts'

/** A bucket of a real S3 server, behind a proxy that counts and holds what is put into it. */
export type CountedBucket = AsyncDisposable & {
  /** Settings of a site that copies its snapshots there. */
  snapshotStorage: Record<string, unknown>
  /** Number of requests to put an object, by its key. */
  puts: ReadonlyMap<string, number>
  keys: () => Promise<string[]>
  /** Lets no further object through until `release`, and drops those whose sender has given up. */
  hold: () => void
  release: () => void
}

const bucket = 'rollcall-snapshots'

export async function startCountedBucket(): Promise<CountedBucket> {
  const { endpoint, region, accessKeyId, secretAccessKey, ...s3 } = await startS3()
  await s3.createBucket(bucket)
  const puts = new Map<string, number>()
  let held = Promise.withResolvers<void>()
  held.resolve()

  const forward = (incoming: IncomingMessage, answer: ServerResponse) => {
    const { method, url: path, headers } = incoming
    // The signature is of the proxy's address, which the header Host still has.
    const outgoing = request(endpoint, { method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  }
  const proxy = createServer(async (incoming, answer) => {
    if (incoming.method === 'PUT') {
      const key = decodeURIComponent(new URL(incoming.url ?? '', endpoint).pathname.slice(`/${bucket}/`.length))
      puts.set(key, (puts.get(key) ?? 0) + 1)
      await held.promise
    }
    if (!answer.destroyed) forward(incoming, answer)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const settings = { enabled: true, endpoint: `http://127.0.0.1:${port}`, region, bucket, prefix: 'audits' }
  return {
    snapshotStorage: { ...settings, accessKeyId, secretAccessKey },
    puts,
    keys: () => s3.keys(bucket),
    hold: () => {
      held = Promise.withResolvers()
    },
    release: () => held.resolve(),
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      proxy.close()
      await s3.remove()
    },
  }
}
