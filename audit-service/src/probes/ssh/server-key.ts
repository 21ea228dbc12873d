import { fingerprintOf } from '@rollcall/agent/inventory/identity/ssh-host-keys.ts'
import type { ServerHostKeyAlgorithm } from 'ssh2'
import type { Pin } from './host-keys.ts'

export type ServerKey = Pick<Pin, 'type' | 'fingerprint'>

/** A host key as the server showed it: a blob that begins with the name of its type (RFC 4253 section 6.6). */
export function serverKeyOf(blob: Buffer): ServerKey {
  const length = blob.length < 4 ? 0 : blob.readUInt32BE(0)
  return { type: blob.toString('latin1', 4, 4 + Math.min(length, 64)), fingerprint: fingerprintOf(blob) }
}

/** Without DSS. `ssh-rsa` signs by SHA-1, which is all that servers before OpenSSH 7.2 can; so it comes last. */
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
 * The algorithms to offer, those of the pinned key first: a server that has keys of several types shows the one that is
 * asked for first, and another than the pinned one would look like a change.
 */
export function hostKeyAlgorithms(pinnedType: string | undefined): ServerHostKeyAlgorithm[] {
  const isPinned = (name: string) => name === pinnedType || (pinnedType === 'ssh-rsa' && name.startsWith('rsa-sha2-'))
  return [...algorithms.filter(isPinned), ...algorithms.filter((name) => !isPinned(name))]
}

/** Types of host keys as a key blob names them; RSA keys sign by several algorithms and have one type. */
export const isHostKeyType = (type: string): boolean =>
  algorithms.some((name) => name === type && !name.startsWith('rsa-sha2-'))
