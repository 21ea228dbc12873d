import type { StorageProblemCode, StorageStep } from '@rollcall/shared/api/snapshot-storage.ts'

/** Explains a storage problem and what to do. The collector's detail is shown below. */
export const problemsInWords: Record<StorageProblemCode, string> = {
  incomplete_settings: 'Enter a bucket, an access key ID and a secret access key.',
  forbidden_address: 'Outbound calls to this address are not allowed. Ask the operator of the collector to allow it.',
  unreachable: 'The endpoint does not answer. Check its address, port and firewalls.',
  tls_failed: 'The TLS connection failed. Check the port and the endpoint’s certificate.',
  not_s3: 'The endpoint is not an S3-compatible service. Check the address and the port.',
  bad_credentials: 'Wrong access key ID or secret access key. Enter both again.',
  access_denied: 'Access denied. Allow these credentials to put, get and delete objects in the bucket.',
  no_such_bucket: 'The bucket does not exist. Create it or correct its name.',
  wrong_region: 'The bucket is in another region. Correct the region.',
  clock_skew: 'The clocks of this machine and the storage differ too much. Set this machine’s clock by NTP.',
  rejected: 'The storage rejected the object.',
  server_error: 'The storage failed or is overloaded. Try again later.',
}

export const stepsInWords: Record<StorageStep, string> = {
  settings: 'Check settings',
  write: 'Write test object',
  read: 'Read test object',
  delete: 'Delete test object',
}
