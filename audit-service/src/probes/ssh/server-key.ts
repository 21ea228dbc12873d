import { fingerprintOf } from '@rollcall/agent/inventory/identity/ssh-host-keys.ts'
import type { ServerHostKeyAlgorithm } from 'ssh2'
import type { Pin } from './host-keys.ts'

export type ServerKey = Pick<Pin, 'type' | 'fingerprint'>

/** Parses a host key presented by the server: a blob that begins with its type (RFC 4253, section 6.6). */
export function serverKeyOf(blob: Buffer): ServerKey {
  const length = blob.length < 4 ? 0 : blob.readUInt32BE(0)
  return { type: blob.toString('latin1', 4, 4 + Math.min(length, 64)), fingerprint: fingerprintOf(blob) }
}

/**
 * Accepted algorithms, without DSS. `ssh-rsa` signs with SHA-1, the only one of servers before OpenSSH 7.2, so it comes
 * last.
 */
const algorithms: ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
  'ssh-rsa',
]

/**
 * Returns the algorithms to offer, those of the pinned key first: a server with keys of several types presents the
 * first requested one, and another than the pinned one would look like a change.
 */
export function hostKeyAlgorithms(pinnedType: string | undefined): ServerHostKeyAlgorithm[] {
  const isPinned = (name: string) => name === pinnedType || (pinnedType === 'ssh-rsa' && name.startsWith('rsa-sha2-'))
  return [...algorithms.filter(isPinned), ...algorithms.filter((name) => !isPinned(name))]
}

/** Returns true for a type in key blobs; RSA keys have one type but several signature algorithms. */
export const isHostKeyType = (type: string): boolean =>
  algorithms.some((name) => name === type && !name.startsWith('rsa-sha2-'))
