import type { StorageProblemCode, StorageStep } from '@rollcall/shared/api/snapshot-storage.ts'

/** Says what is wrong and what to do about it. The collector's detail follows. */
export const problemsInWords: Record<StorageProblemCode, string> = {
  incomplete_settings: 'Bucket, access key id and secret access key are all needed.',
  forbidden_address: 'The collector may not call this address.',
  unreachable: 'Nothing answers at the endpoint. Check its address and port, and firewalls on the way.',
  tls_failed: 'The endpoint’s certificate is not trusted by this machine, or it does not speak TLS at all.',
  not_s3: 'What answers there is no S3-compatible service. Check the address and the port.',
  bad_credentials: 'The storage does not know this access key id, or the secret is another. Type both again.',
  access_denied: 'These credentials may not do this in the bucket. Permit them to put, get and delete objects.',
  no_such_bucket: 'The storage has no such bucket. Make it there, or correct its name.',
  wrong_region: 'The bucket is in another region.',
  clock_skew: 'The clocks of this machine and of the storage differ too much. Set this machine’s by NTP.',
  rejected: 'The storage refuses this object.',
  server_error: 'The storage has a fault, or too much to do. Try again later.',
}

export const stepsInWords: Record<StorageStep, string> = {
  settings: 'The settings are complete',
  write: 'A probe object is written',
  read: 'It is read back',
  delete: 'It is deleted',
}
