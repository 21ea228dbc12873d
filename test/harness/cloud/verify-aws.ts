import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import type { ReceivedRequest } from './stand-in.ts'

export type AwsKey = { accessKeyId: string; secretAccessKey: string }

const form =
  /^AWS4-HMAC-SHA256 Credential=(\w+)\/\d{8}\/([\w-]+)\/(\w+)\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/

/**
 * Returns the region and service of a request with a valid signature, which Amazon's own signer (of its SDK) makes
 * again; undefined if the signature differs.
 */
export async function verifyAws(
  asked: ReceivedRequest,
  key: AwsKey,
): Promise<{ region: string; service: string } | undefined> {
  const [, accessKeyId, region = '', service = '', signedHeaders = '', signature] =
    form.exec(asked.headers.authorization ?? '') ?? []
  const names = signedHeaders.split(';')
  if (accessKeyId !== key.accessKeyId || !names.includes('host') || !names.includes('x-amz-date')) return undefined
  const signer = new SignatureV4({ credentials: key, region, service, sha256: Sha256, applyChecksum: false })
  const time = String(asked.headers['x-amz-date'])
  const signed = await signer.sign(
    {
      method: asked.method,
      protocol: 'http:',
      hostname: '127.0.0.1',
      path: asked.path,
      query: Object.fromEntries(asked.query),
      headers: Object.fromEntries(names.map((name) => [name, String(asked.headers[name])])),
      body: asked.body,
    },
    { signingDate: new Date(time.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z')) },
  )
  return signed.headers['authorization']?.endsWith(`Signature=${signature}`) ? { region, service } : undefined
}

/** As the signer takes it. */
class Sha256 {
  readonly #hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data))
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
  reset(): void {
    throw new Error('a hash is used once')
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data)
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data)
}
