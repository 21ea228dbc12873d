import type { StorageProblemCode } from '@rollcall/shared/api/snapshot-storage.ts'
import { connectionFault } from '@rollcall/shared/node/outbound/connection-fault.ts'
import { OutboundRefused } from '@rollcall/shared/node/outbound/outbound.ts'

/** Failure of a bucket to store, give or delete an object. */
export class StorageProblem extends Error {
  readonly code: StorageProblemCode

  constructor(code: StorageProblemCode, detail: string) {
    super(detail)
    this.name = 'StorageProblem'
    this.code = code
  }
}

/** Error codes of the S3 API. The other codes of 4xx are about the object. */
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

/** Sentences for the codes of an S3 error. The error's own text stays out: any server could have written it. */
const s3Details: Partial<Record<StorageProblemCode, string>> = {
  bad_credentials: 'The storage rejects the access key or its signature.',
  access_denied: 'The storage denies access.',
  no_such_bucket: 'The specified bucket does not exist.',
  wrong_region: 'The bucket is in another region.',
  clock_skew: 'The clocks of this machine and of the storage differ too much.',
}

/** Errors of the SDK: from the S3 API with `Code` and a status, from the network with Node's `code`. */
type Thrown = { Code?: unknown; name?: unknown; code?: unknown; $metadata?: { httpStatusCode?: number } }

/** Converts an error of the SDK, or of the network below it, to our own words. */
export function storageProblemOf(error: unknown): StorageProblem {
  if (error instanceof StorageProblem) return error
  const { Code, name, code, $metadata } = (error instanceof Error ? error : {}) as Thrown
  const status = $metadata?.httpStatusCode
  if (typeof Code === 'string') {
    const problem = s3Codes[Code] ?? (status !== undefined && status >= 500 ? 'server_error' : 'rejected')
    if (Code === 'SlowDown') return new StorageProblem(problem, 'The service asks for fewer requests.')
    const detail =
      s3Details[problem] ?? `The storage answers with an error${status === undefined ? '' : ` (status ${status})`}.`
    return new StorageProblem(problem, detail)
  }
  const isTimeout = name === 'TimeoutError' || name === 'AbortError'
  if (!isTimeout && typeof code !== 'string' && !(error instanceof OutboundRefused)) {
    return status !== undefined && status >= 500
      ? new StorageProblem('server_error', `It answers with status ${status} and no S3 error.`)
      : notS3(status)
  }
  const { kind, text } = connectionFault(error)
  return new StorageProblem(problemOfFault[kind], kind === 'refused' ? text : `There is no connection: ${text}.`)
}

const problemOfFault = {
  refused: 'forbidden_address',
  untrusted: 'tls_failed',
  tls: 'tls_failed',
  protocol: 'not_s3',
  network: 'unreachable',
} as const

/** Problem of a server that responds, but not as S3 does. */
export const notS3 = (status: number | undefined): StorageProblem =>
  new StorageProblem(
    'not_s3',
    `The service there${status === undefined ? '' : `, which answers with status ${status},`} is not S3-compatible.`,
  )
