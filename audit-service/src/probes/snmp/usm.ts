import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import type { SnmpAuthProtocol, SnmpPrivProtocol } from '@rollcall/shared/messages/credential.ts'
import { authProtocols } from './usm-keys.ts'

/**
 * Computes the digest of a whole message with zeros in place of its authentication parameters (RFC 3414, section
 * 6.3.1).
 */
function messageDigest(protocol: SnmpAuthProtocol, key: Uint8Array, message: Buffer, offset: number): Buffer {
  const { hash, macBytes } = authProtocols[protocol]
  return createHmac(hash, key)
    .update(message.subarray(0, offset))
    .update(Buffer.alloc(macBytes))
    .update(message.subarray(offset + macBytes))
    .digest()
    .subarray(0, macBytes)
}

/** Writes the digest into a message that has zeros in its place. */
export function sign(protocol: SnmpAuthProtocol, key: Uint8Array, message: Buffer, offset: number): void {
  messageDigest(protocol, key, message, offset).copy(message, offset)
}

export function isAuthentic(
  protocol: SnmpAuthProtocol,
  key: Uint8Array,
  message: Buffer,
  offset: number,
  parameters: Buffer,
): boolean {
  if (parameters.length !== authProtocols[protocol].macBytes) return false
  return timingSafeEqual(messageDigest(protocol, key, message, offset), parameters)
}

/** Engine boots and time of a message: with the salt they form the IV. */
type Moment = { boots: number; time: number }

export function encrypt(protocol: SnmpPrivProtocol, key: Buffer, moment: Moment, salt: Buffer, plain: Buffer): Buffer {
  if (protocol === 'DES') {
    const padded = Buffer.alloc(Math.ceil(plain.length / 8) * 8)
    plain.copy(padded)
    const cipher = createCipheriv('des-ede3-cbc', tripled(key), desIv(key, salt)).setAutoPadding(false)
    return Buffer.concat([cipher.update(padded), cipher.final()])
  }
  const cipher = createCipheriv(aesName(key), key, aesIv(moment, salt))
  return Buffer.concat([cipher.update(plain), cipher.final()])
}

/** Decrypts; undefined if the parameters do not match the cipher. */
export function decrypt(
  protocol: SnmpPrivProtocol,
  key: Buffer,
  moment: Moment,
  salt: Buffer,
  cipherText: Buffer,
): Buffer | undefined {
  if (salt.length !== 8) return undefined
  if (protocol === 'DES') {
    if (cipherText.length % 8 !== 0) return undefined
    const decipher = createDecipheriv('des-ede3-cbc', tripled(key), desIv(key, salt)).setAutoPadding(false)
    return Buffer.concat([decipher.update(cipherText), decipher.final()])
  }
  const decipher = createDecipheriv(aesName(key), key, aesIv(moment, salt))
  return Buffer.concat([decipher.update(cipherText), decipher.final()])
}

/**
 * Creates the salt of one message: for DES engine boots and a counter (RFC 3414, section 8.1.1.1), for AES the counter
 * alone.
 */
export function makeSalt(protocol: SnmpPrivProtocol, boots: number, counter: bigint): Buffer {
  const salt = Buffer.alloc(8)
  salt.writeBigUInt64BE(BigInt.asUintN(64, counter))
  if (protocol === 'DES') salt.writeUInt32BE(boots >>> 0)
  return salt
}

/** OpenSSL 3 has no single DES without its legacy provider; triple DES with one key three times is the same cipher. */
const tripled = (key: Buffer) => Buffer.concat([key.subarray(0, 8), key.subarray(0, 8), key.subarray(0, 8)])

function desIv(key: Buffer, salt: Buffer): Buffer {
  const iv = Buffer.from(key.subarray(8, 16))
  for (let i = 0; i < 8; i += 1) iv[i] = (iv[i] ?? 0) ^ (salt[i] ?? 0)
  return iv
}

const aesName = (key: Buffer) => `aes-${key.length * 8}-cfb`

/** Computes the IV (RFC 3826, section 3.1.2.1). */
function aesIv(moment: Moment, salt: Buffer): Buffer {
  const iv = Buffer.alloc(16)
  iv.writeUInt32BE(moment.boots >>> 0, 0)
  iv.writeUInt32BE(moment.time >>> 0, 4)
  salt.copy(iv, 8)
  return iv
}
