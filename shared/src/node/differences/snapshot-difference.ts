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

/** Both values are at the beginning, and parsing the whole would take more memory than all the rest of sending. */
const headBytes = 512

function unchangedFrame(base: Buffer, snapshot: Buffer): Buffer | undefined {
  const head = base.toString('latin1', 0, headBytes)
  const [id, observedAt] = ['id', 'observedAt'].map((name) => new RegExp(`"${name}":"([^"\\\\]*)"`).exec(head)?.[1])
  const fingerprint = id && observedAt && fingerprintOf(base, { id, observedAt })
  if (!fingerprint || !matchesFingerprint(snapshot, fingerprint)) return undefined
  return patchFrame(snapshot.length, valuesIn(snapshot, fingerprint))
}
