import { createHash } from 'node:crypto'
import type { SnmpAuthProtocol, SnmpPrivProtocol } from '@rollcall/shared/messages/credential.ts'

/** Hash, and length in octets of the truncated HMAC in the message (RFC 3414, RFC 7860, section 4). */
export const authProtocols = {
  MD5: { hash: 'md5', macBytes: 12 },
  SHA: { hash: 'sha1', macBytes: 12 },
  'SHA-224': { hash: 'sha224', macBytes: 16 },
  'SHA-256': { hash: 'sha256', macBytes: 24 },
  'SHA-384': { hash: 'sha384', macBytes: 32 },
  'SHA-512': { hash: 'sha512', macBytes: 48 },
} as const satisfies Record<SnmpAuthProtocol, { hash: string; macBytes: number }>

/** Octets of key material; DES uses eight for the key and eight for the pre-IV. */
const privKeyBytes: Record<SnmpPrivProtocol, number> = {
  DES: 16,
  'AES-128': 16,
  'AES-192': 24,
  'AES-256': 32,
  'AES-192-C': 24,
  'AES-256-C': 32,
}

const expandedBytes = 1_048_576

/**
 * Computes Ku: the hash of the passphrase repeated to 2^20 octets (RFC 3414, section A.2). Takes milliseconds: cache
 * it.
 */
export function passwordToKey(protocol: SnmpAuthProtocol, passphrase: Uint8Array): Buffer {
  if (passphrase.length === 0) throw new RangeError('an empty passphrase makes no key')
  return createHash(authProtocols[protocol].hash).update(Buffer.alloc(expandedBytes, passphrase)).digest()
}

/** Computes Kul: the key for one engine (RFC 3414, section 2.6). */
export function localizeKey(protocol: SnmpAuthProtocol, key: Uint8Array, engineId: Uint8Array): Buffer {
  return createHash(authProtocols[protocol].hash).update(key).update(engineId).update(key).digest()
}

/** Extends a localized key to the length of the cipher. */
function privacyKey(auth: SnmpAuthProtocol, priv: SnmpPrivProtocol, localized: Buffer, engineId: Uint8Array): Buffer {
  const length = privKeyBytes[priv]
  let key = localized
  let last = localized
  while (key.length < length) {
    if (priv.endsWith('-C')) {
      // draft-reeder-snmpv3-usm-3desede, section 2.1: the key is the passphrase of the next part.
      last = localizeKey(auth, passwordToKey(auth, last), engineId)
      key = Buffer.concat([key, last])
    } else {
      // draft-blumenthal-aes-usm, section 3.1.2.1: the hash of all parts is the next part.
      key = Buffer.concat([key, createHash(authProtocols[auth].hash).update(key).digest()])
    }
  }
  return key.subarray(0, length)
}

const entriesMax = 20_000

/**
 * Caches keys by passphrase and engine, so that thousands of requests, and thousands of engines with one passphrase,
 * hash it once. The oldest entry is evicted first.
 */
export class UsmKeyCache {
  readonly #keys = new Map<string, Buffer>()

  authenticationKey(protocol: SnmpAuthProtocol, passphrase: string, engineId: Buffer): Buffer {
    return this.#remembered(`l\0${protocol}\0${engineId.toString('hex')}\0${passphrase}`, () => {
      const key = this.#remembered(`u\0${protocol}\0${passphrase}`, () =>
        passwordToKey(protocol, Buffer.from(passphrase, 'utf8')),
      )
      return localizeKey(protocol, key, engineId)
    })
  }

  privacyKey(auth: SnmpAuthProtocol, priv: SnmpPrivProtocol, passphrase: string, engineId: Buffer): Buffer {
    return this.#remembered(`p\0${auth}\0${priv}\0${engineId.toString('hex')}\0${passphrase}`, () =>
      privacyKey(auth, priv, this.authenticationKey(auth, passphrase, engineId), engineId),
    )
  }

  #remembered(name: string, make: () => Buffer): Buffer {
    const known = this.#keys.get(name)
    if (known !== undefined) return known
    const made = make()
    const oldest = this.#keys.keys().next()
    if (this.#keys.size >= entriesMax && !oldest.done) this.#keys.delete(oldest.value)
    this.#keys.set(name, made)
    return made
  }
}
