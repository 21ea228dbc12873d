import { createHash, createHmac } from 'node:crypto'
import type { CloudRequest } from '../request.ts'

export type AwsKey = { accessKeyId: string; secretAccessKey: string }
type AwsScope = { service: string; region: string }

const algorithm = 'AWS4-HMAC-SHA256'
const signedHeaders = 'content-type;host;x-amz-date'
const contentType = 'application/x-www-form-urlencoded'

/** Returns a POST request of a form, signed with AWS Signature Version 4 (in the Authorization header). */
export function signedForm(url: string, form: URLSearchParams, key: AwsKey, scope: AwsScope, at: Date): CloudRequest {
  const { host, pathname } = new URL(url)
  const body = form.toString()
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const canonicalRequest = [
    'POST',
    pathname,
    '',
    `content-type:${contentType}`,
    `host:${host}`,
    `x-amz-date:${time}`,
    '',
    signedHeaders,
    sha256(body),
  ].join('\n')
  const credentialScope = `${day}/${scope.region}/${scope.service}/aws4_request`
  const toSign = [algorithm, time, credentialScope, sha256(canonicalRequest)].join('\n')
  const signingKey = [day, scope.region, scope.service, 'aws4_request'].reduce<Buffer | string>(
    (derived, part) => hmac(derived, part),
    `AWS4${key.secretAccessKey}`,
  )
  const signature = hmac(signingKey, toSign).toString('hex')
  const credential = `${key.accessKeyId}/${credentialScope}`
  return {
    url,
    method: 'POST',
    headers: {
      'Content-Type': contentType,
      'X-Amz-Date': time,
      Authorization: `${algorithm} Credential=${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    },
    body,
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
