import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import type { SettingsSecrets } from '../../sites/settings.ts'
import { StorageProblem } from './storage-errors.ts'

/** A bucket and the data needed to write to it. */
export type StorageTarget = {
  /** null: Amazon S3 itself. */
  endpoint: string | null
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

/**
 * The target by the site's settings. Throws `incomplete_settings`, since the SDK would take missing values from the
 * collector's environment.
 */
export function targetOf({ snapshotStorage }: SiteSettings, secrets: SettingsSecrets): StorageTarget {
  const { endpoint, region, bucket, prefix, accessKeyId, forcePathStyle } = snapshotStorage
  const secretAccessKey = secrets['snapshotStorage']
  if (!bucket) throw new StorageProblem('incomplete_settings', 'No bucket is set.')
  if (!accessKeyId) throw new StorageProblem('incomplete_settings', 'No access key is set.')
  if (!secretAccessKey) throw new StorageProblem('incomplete_settings', 'No secret access key is set.')
  return { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey, forcePathStyle }
}

/** Key of an object below the site's prefix. */
export const objectKey = (prefix: string, ...parts: readonly string[]): string =>
  [prefix, ...parts].filter((part) => part !== '').join('/')
