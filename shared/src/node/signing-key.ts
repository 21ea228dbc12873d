import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { fromSeed, type KeyPair, Prefix } from '@nats-io/nkeys'

/**
 * Reads the seed of an nkey (`SU…`, `SA…`, `SO…`) into a key that signs with OpenSSL. The library computes Ed25519 in
 * JavaScript and anew at each call, which takes 25 times as long and was a third of the collector's start. Throws if the
 * seed is damaged, or is that of a curve key.
 */
export function signingKey(seed: Uint8Array): KeyPair {
  const pair = fromSeed(seed)
  const bytes = decodeBase32(new TextDecoder().decode(seed))
  const prefix = (((bytes[0] ?? 0) & 7) << 5) | ((bytes[1] ?? 0) >> 3)
  if (prefix === Prefix.Curve) throw new Error('a curve key signs nothing')
  const rawSeed = bytes.subarray(2, 2 + keyBytes)
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Header, rawSeed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const rawPublicKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(spkiHeader.length)
  const publicText = encodeKey(prefix, rawPublicKey)
  return Object.assign(pair, {
    getPublicKey: () => publicText,
    getPrivateKey: () => Buffer.from(encodeKey(Prefix.Private, Buffer.concat([rawSeed, rawPublicKey]))),
    sign: (input: Uint8Array) => sign(null, input, privateKey),
    verify: (input: Uint8Array, signature: Uint8Array) => verify(null, input, publicKey, signature),
  })
}

/** Returns true if the key of an nkey (`U…`) made this Ed25519 signature. A damaged key has made none. */
export function isSignedBy(publicKey: string, payload: Uint8Array, signature: Uint8Array): boolean {
  const bytes = decodeBase32(publicKey)
  const end = bytes.length - checksumBytes
  if (end !== 1 + keyBytes || checksumOf(bytes.subarray(0, end)) !== bytes.readUInt16LE(end)) return false
  const key = Buffer.concat([spkiHeader, bytes.subarray(1, end)])
  return verify(null, payload, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
}

const keyBytes = 32
const checksumBytes = 2
/** Start of an Ed25519 key in PKCS #8 and in SubjectPublicKeyInfo (RFC 8410). */
const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex')
const spkiHeader = Buffer.from('302a300506032b6570032100', 'hex')

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function encodeKey(prefix: number, key: Uint8Array): string {
  const bytes = Buffer.alloc(1 + key.length + checksumBytes)
  bytes[0] = prefix
  bytes.set(key, 1)
  bytes.writeUInt16LE(checksumOf(bytes.subarray(0, 1 + key.length)), 1 + key.length)
  return encodeBase32(bytes)
}

/** Encodes bytes as RFC 4648 base32 without padding. */
function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** Decodes RFC 4648 base32 without padding; a character outside its alphabet ends the text. */
function decodeBase32(text: string): Buffer {
  const values = [...text].map((character) => alphabet.indexOf(character))
  const end = values.indexOf(-1)
  const bits = (end < 0 ? values : values.slice(0, end)).map((value) => value.toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Computes CRC-16/XMODEM, the checksum of nkeys. */
function checksumOf(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff) >>> 0
  }
  return crc
}
