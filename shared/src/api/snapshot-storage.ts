import { z } from 'zod'
import { codeSchema, timeSchema } from './common.ts'

/** Reason an object could not be stored. */
export const storageProblemSchema = codeSchema({
  incomplete_settings: 'bucket or credentials are not set',
  forbidden_address:
    'the endpoint is a loopback, link-local or cloud metadata address, or another one that the operator does not allow',
  unreachable: 'nothing answers at the address',
  tls_failed: 'its certificate is not trusted, or it does not speak TLS',
  not_s3: 'the server is no S3-compatible service',
  bad_credentials: 'unknown access key, or wrong secret',
  access_denied: 'the credentials do not permit it',
  no_such_bucket: 'the bucket does not exist',
  wrong_region: 'the bucket is in another region',
  clock_skew: 'the clocks differ too much',
  rejected: 'the service refuses this object',
  server_error: 'the service has a fault, or is overloaded',
})
export type StorageProblemCode = z.infer<typeof storageProblemSchema>

const detailSchema = z.string().meta({ example: 'The specified bucket does not exist.' })

/** State of a site's offload. */
export const snapshotStorageStateSchema = z
  .object({
    enabled: z.boolean(),
    waiting: z.int().meta({ description: 'Snapshots not yet copied to the bucket', example: 0 }),
    oldestWaiting: timeSchema.nullable().meta({ description: 'Time since which the oldest of them waits' }),
    sent: z.int().meta({ description: 'Number of snapshots copied so far, each counted once', example: 1204 }),
    failedAttempts: z.int().meta({ example: 3 }),
    failingSince: timeSchema.nullable().meta({ description: 'null: the last attempt succeeded, or none was made' }),
    nextAttempt: timeSchema.nullable().meta({ description: 'Time of the next attempt after a failure; null: at once' }),
    lastError: z.object({ code: storageProblemSchema, detail: detailSchema, at: timeSchema }).nullable(),
    lastSuccess: timeSchema.nullable(),
  })
  .meta({
    id: 'SnapshotStorageState',
    example: {
      enabled: true,
      waiting: 12,
      oldestWaiting: '2026-11-20T08:02:11.040Z',
      sent: 1204,
      failedAttempts: 3,
      failingSince: '2026-11-20T08:02:11.120Z',
      nextAttempt: '2026-11-20T08:02:18.000Z',
      lastError: {
        code: 'no_such_bucket',
        detail: 'The specified bucket does not exist.',
        at: '2026-11-20T08:02:14.512Z',
      },
      lastSuccess: '2026-11-20T07:58:40.007Z',
    },
  })
export type SnapshotStorageState = z.infer<typeof snapshotStorageStateSchema>

export const storageSteps = ['settings', 'write', 'read', 'delete'] as const
export type StorageStep = (typeof storageSteps)[number]

export const snapshotStorageTestSchema = z
  .object({
    ok: z.boolean(),
    steps: z
      .array(z.object({ step: z.enum(storageSteps), outcome: z.enum(['passed', 'failed', 'skipped']) }))
      .meta({ description: 'Steps in order: check the settings; write, read and delete a test object' }),
    problem: storageProblemSchema.nullable().meta({ description: 'Problem of the first failed step' }),
    detail: detailSchema.nullable(),
  })
  .meta({
    id: 'SnapshotStorageTest',
    example: {
      ok: false,
      steps: [
        { step: 'settings', outcome: 'passed' },
        { step: 'write', outcome: 'failed' },
        { step: 'read', outcome: 'skipped' },
        { step: 'delete', outcome: 'skipped' },
      ],
      problem: 'no_such_bucket',
      detail: 'The specified bucket does not exist.',
    },
  })
export type SnapshotStorageTest = z.infer<typeof snapshotStorageTestSchema>
