import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { makeMasterKey, readMasterKey } from './master-key.ts'

/** Encrypts secrets at rest. */
export interface Vault {
  /**
   * Encrypts. `context` names the kind and the owner of the secret, such as `credential:<id>`. Only the same context
   * opens it, so that a sealed value cannot be moved to another row.
   */
  seal(plaintext: string | Uint8Array, context: string): Uint8Array
  /** Throws an OperatorError that names the key file if the value was sealed with another key. */
  open(sealed: Uint8Array, context: string): Buffer
  openText(sealed: Uint8Array, context: string): string
}

/**
 * Opens the vault with the existing key in `keyFile`. AES-256-GCM: a sealed value is a version octet, 4 octets of the
 * key's SHA-256 (to distinguish a wrong key from a damaged value), a random 96-bit nonce, the ciphertext and the
 * 128-bit tag; version, key id and context are authenticated with it.
 */
export function openVault(keyFile: string): Vault {
  const key = readMasterKey(keyFile)
  const header = Buffer.concat([
    Buffer.of(version),
    createHash('sha256')
      .update(key)
      .digest()
      .subarray(0, headerBytes - 1),
  ])
  const authenticated = (context: string) => Buffer.concat([header, Buffer.from(context, 'utf8')])

  const open = (sealed: Uint8Array, context: string): Buffer => {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    if (bytes.length < headerBytes + nonceBytes + tagBytes || bytes[0] !== version) {
      throw new Error(`not a sealed value: ${context}`)
    }
    if (!bytes.subarray(0, headerBytes).equals(header)) {
      throw new OperatorError(
        `the master key ${keyFile} is not the one that sealed the stored secrets: replace it with the right file`,
      )
    }
    const decipher = createDecipheriv(cipherName, key, bytes.subarray(headerBytes, headerBytes + nonceBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(authenticated(context)).setAuthTag(bytes.subarray(-tagBytes))
    const plain = decipher.update(bytes.subarray(headerBytes + nonceBytes, -tagBytes))
    try {
      return Buffer.concat([plain, decipher.final()])
    } catch (cause) {
      throw new Error(`a sealed value was changed or belongs elsewhere: ${context}`, { cause })
    }
  }

  return {
    seal(plaintext, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes }).setAAD(authenticated(context))
      const body = typeof plaintext === 'string' ? cipher.update(plaintext, 'utf8') : cipher.update(plaintext)
      return Buffer.concat([header, nonce, body, cipher.final(), cipher.getAuthTag()])
    },
    open,
    openText: (sealed, context) => open(sealed, context).toString('utf8'),
  }
}

/** Opens the vault of a new installation. Creates its key if there is none. */
export function makeVault(keyFile: string): Vault {
  makeMasterKey(keyFile)
  return openVault(keyFile)
}

const cipherName = 'aes-256-gcm'
const version = 1
const headerBytes = 5
const nonceBytes = 12
const tagBytes = 16
