import type { StorageProblemCode } from '@rollcall/shared/api/snapshot-storage.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { cleanText } from '@rollcall/shared/inventory/primitives.ts'

/** Why the bucket did not take, give or delete an object. */
export class StorageProblem extends Error {
  readonly code: StorageProblemCode

  constructor(code: StorageProblemCode, detail: string) {
    super(cleanText(detail, detailLengthMax))
    this.name = 'StorageProblem'
    this.code = code
  }
}

const detailLengthMax = 500

/** Error codes of the S3 API; the others of 4xx are about the object. */
const s3Codes: Record<string, StorageProblemCode> = {
  InvalidAccessKeyId: 'bad_credentials',
  SignatureDoesNotMatch: 'bad_credentials',
  InvalidSecurity: 'bad_credentials',
  InvalidToken: 'bad_credentials',
  ExpiredToken: 'bad_credentials',
  AccessDenied: 'access_denied',
  AllAccessDisabled: 'access_denied',
  AccountProblem: 'access_denied',
  NoSuchBucket: 'no_such_bucket',
  InvalidBucketName: 'no_such_bucket',
  AuthorizationHeaderMalformed: 'wrong_region',
  PermanentRedirect: 'wrong_region',
  TemporaryRedirect: 'wrong_region',
  IllegalLocationConstraintException: 'wrong_region',
  RequestTimeTooSkewed: 'clock_skew',
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
])

/** What the SDK throws: of the S3 API with `Code` and a status, of the network with Node's `code`. */
type Thrown = { Code?: unknown; code?: unknown; name?: unknown; $metadata?: { httpStatusCode?: number } }

/** What an error of the SDK, or of the network below it, means for whoever set the storage up. */
export function storageProblemOf(error: unknown): StorageProblem {
  if (error instanceof StorageProblem) return error
  if (!(error instanceof Error)) return new StorageProblem('server_error', messageOf(error))
  const { Code, code, name, $metadata } = error as Thrown
  const status = $metadata?.httpStatusCode
  if (typeof Code === 'string') {
    const known = s3Codes[Code] ?? (status !== undefined && status >= 500 ? 'server_error' : 'rejected')
    return new StorageProblem(known, Code === 'SlowDown' ? 'The service asks to slow down.' : error.message || Code)
  }
  if (name === 'TimeoutError' || name === 'AbortError') {
    return new StorageProblem('unreachable', 'There was no answer in time.')
  }
  if (typeof code === 'string') return ofNode(code, error.message)
  if (status !== undefined && status >= 500) {
    return new StorageProblem('server_error', `It answers with status ${status} and nothing that S3 says.`)
  }
  return notS3(status)
}

function ofNode(code: string, message: string): StorageProblem {
  if (networkCodes.has(code)) return new StorageProblem('unreachable', message || code)
  if (code.startsWith('HPE_')) return new StorageProblem('not_s3', 'What answers there does not speak HTTP.')
  if (/CERT|SSL|TLS|SIGNATURE|EPROTO/.test(code)) return new StorageProblem('tls_failed', message || code)
  return new StorageProblem('unreachable', `${code}: ${message}`)
}

/** It answered, but not as S3 does. */
export const notS3 = (status: number | undefined): StorageProblem =>
  new StorageProblem(
    'not_s3',
    `What answers there${status === undefined ? '' : ` with status ${status}`} is no S3-compatible service.`,
  )
