import { join } from 'node:path'
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { freePort } from './ports.ts'
import { type RunningProcess, startProcess } from './processes.ts'
import { tmpFolder } from './tmp.ts'

export type S3Server = {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  createBucket(name: string): Promise<void>
  /** Everything in a bucket by its key, as it is stored. */
  objects(bucket: string): Promise<Map<string, Buffer>>
  /** The keys of everything in a bucket. */
  keys(bucket: string): Promise<string[]>
  /** Nothing answers at its address any more; what is stored stays. */
  stop(): Promise<void>
  /** Back at the same address. */
  start(): Promise<void>
  /** Ends it for good. */
  remove(): Promise<void>
}

/** The Python of the system: only that one has Debian's modules. */
const python = '/usr/bin/python3'
const script = join(import.meta.dirname, 's3-server.py')
const [account, user, secretAccessKey] = ['rollcall', 'tester', 'a-secret-of-the-tests'] as const
const region = 'us-east-1'

/** A real S3-compatible server that checks signatures: OpenStack Swift on a free port of 127.0.0.1. */
export async function startS3(): Promise<S3Server> {
  const { path: folder, remove: removeFolder } = await tmpFolder()
  let running: RunningProcess | undefined
  const port = `${await freePort()}`
  const start = async () => {
    const args = [script, folder, port, account, user, secretAccessKey]
    running = await startProcess({ program: python, args, ready: /^http:\/\/.+\n/m, readyTimeoutMs: 60_000 })
    return /^http:\/\/.+/m.exec(running.stdout())?.[0] ?? ''
  }
  // It has nothing to finish: what it answered is on disk.
  const stop = async () => void (await running?.stop('SIGKILL'))
  const endpoint = await start()
  const credentials = { accessKeyId: `${account}:${user}`, secretAccessKey }
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  return {
    endpoint,
    region,
    ...credentials,
    createBucket: async (name) => void (await client.send(new CreateBucketCommand({ Bucket: name }))),
    objects: (bucket) => readBucket(client, bucket),
    keys: (bucket) => listKeys(client, bucket),
    stop,
    start: async () => void (await start()),
    async remove() {
      client.destroy()
      await stop()
      await removeFolder()
    },
  }
}

async function readBucket(client: S3Client, bucket: string): Promise<Map<string, Buffer>> {
  const objects = new Map<string, Buffer>()
  for (const key of await listKeys(client, bucket)) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
    objects.set(key, Buffer.from((await Body?.transformToByteArray()) ?? []))
  }
  return objects
}

async function listKeys(client: S3Client, bucket: string): Promise<string[]> {
  const keys: string[] = []
  let after: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, StartAfter: after }))
    keys.push(...(page.Contents ?? []).map(({ Key: key = '' }) => key))
    after = page.IsTruncated ? keys.at(-1) : undefined
  } while (after !== undefined)
  return keys
}
