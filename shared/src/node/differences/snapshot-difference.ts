import { compressWith, digestOf, encodeDifference } from './dcz.ts'
import { fingerprintOf, matchesFingerprint, valuesIn } from './fingerprint.ts'
import { patchFrame } from './patch-frame.ts'

type SnapshotDifference = {
  /** With the content coding `dcz`. */
  body: Buffer
  /** Only id and time differ. The receiver can tell without unpacking. */
  isUnchanged: boolean
}

/** Writes a snapshot as its difference from an earlier one. Both are observations as JSON. */
export function differenceBetween(base: Buffer, snapshot: Buffer): SnapshotDifference {
  const unchanged = unchangedFrame(base, snapshot)
  const frame = unchanged ?? compressWith(base, snapshot)
  return { body: encodeDifference({ digest: digestOf(base), frame }), isUnchanged: unchanged !== undefined }
}

function unchangedFrame(base: Buffer, snapshot: Buffer): Buffer | undefined {
  const fingerprint = fingerprintOf(base, JSON.parse(base.toString('utf8')))
  if (!fingerprint || !matchesFingerprint(snapshot, fingerprint)) return undefined
  return patchFrame(snapshot.length, valuesIn(snapshot, fingerprint))
}
