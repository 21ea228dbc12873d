import { describe, expect, test } from 'vitest'
import { BerError, messageBytesMax } from './ber.ts'
import {
  decodeMessage,
  decodeScopedPdu,
  encodeCommunityMessage,
  encodeScopedPdu,
  encodeV3Message,
  MessageFlag,
  peekRequestId,
} from './message.ts'
import { oid } from './oid.ts'
import { PduType } from './pdu.ts'
import { decrypt, encrypt, isAuthentic, makeSalt, sign } from './usm.ts'
import { authProtocols, localizeKey, passwordToKey, UsmKeyCache } from './usm-keys.ts'
import { Tag } from './varbind.ts'

const engineId = Buffer.from('000000000000000000000002', 'hex')
const maple = Buffer.from('maplesyrup')

describe('keys of RFC 3414 appendix A.3', () => {
  test.each([
    ['MD5', '9faf3283884e92834ebc9847d8edd963', '526f5eed9fcce26f8964c2930787d82b'],
    ['SHA', '9fb5cc0381497b3793528939ff788d5d79145211', '6695febc9288e36282235fc7151f128497b38f3f'],
  ] as const)('%s', (protocol, ku, kul) => {
    const key = passwordToKey(protocol, maple)
    expect(key.toString('hex')).toBe(ku)
    expect(localizeKey(protocol, key, engineId).toString('hex')).toBe(kul)
    expect(new UsmKeyCache().authenticationKey(protocol, 'maplesyrup', engineId).toString('hex')).toBe(kul)
  })

  test('RFC 3414 A.5: DES takes the first eight octets as key and the rest as pre-IV', () => {
    expect(new UsmKeyCache().privacyKey('MD5', 'DES', 'maplesyrup', engineId).toString('hex')).toBe(
      '526f5eed9fcce26f8964c2930787d82b',
    )
  })

  test('Reeder extension: draft-reeder-snmpv3-usm-3desede appendix B, and its prefix is the localized key', () => {
    const cache = new UsmKeyCache()
    expect(cache.privacyKey('MD5', 'AES-256-C', 'maplesyrup', engineId).toString('hex')).toBe(
      '526f5eed9fcce26f8964c2930787d82b79eff44a90650ee0a3a40abfac5acc12',
    )
    expect(cache.privacyKey('SHA', 'AES-256-C', 'maplesyrup', engineId).toString('hex')).toBe(
      '6695febc9288e36282235fc7151f128497b38f3f9b8b6d78936ba6e7d19dfd9c',
    )
  })
})

describe('RFC 3826', () => {
  // NIST SP 800-38A F.3.13: the CFB128 vectors the AES of RFC 3826 builds on; the IV is boots, time and salt.
  test('AES-128 in CFB mode', () => {
    const key = Buffer.from('2b7e151628aed2a6abf7158809cf4f3c', 'hex')
    const plain = Buffer.from('6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51', 'hex')
    const moment = { boots: 0x00010203, time: 0x04050607 }
    const salt = Buffer.from('08090a0b0c0d0e0f', 'hex')
    const cipherText = encrypt('AES-128', key, moment, salt, plain)
    expect(cipherText.toString('hex')).toBe('3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b')
    expect(decrypt('AES-128', key, moment, salt, cipherText)?.equals(plain)).toBe(true)
  })
})

test('encrypts a single DES vector (FIPS 81) through CBC with a zero IV', () => {
  // Key and block of the NBS SP 500-20 tests: DES(0123456789abcdef, "Now is t") = 3fa40e8a984d4815.
  const key = Buffer.concat([Buffer.from('0123456789abcdef', 'hex'), Buffer.alloc(8)])
  const cipherText = encrypt('DES', key, { boots: 0, time: 0 }, Buffer.alloc(8), Buffer.from('Now is t'))
  expect(cipherText.toString('hex')).toBe('3fa40e8a984d4815')
  expect(decrypt('DES', key, { boots: 0, time: 0 }, Buffer.alloc(8), cipherText)?.toString()).toBe('Now is t')
  expect(decrypt('DES', key, { boots: 0, time: 0 }, Buffer.alloc(8), cipherText.subarray(1))).toBeUndefined()
  expect(decrypt('DES', key, { boots: 0, time: 0 }, Buffer.alloc(3), cipherText)).toBeUndefined()
})

test('a salt differs for every message', () => {
  expect(makeSalt('DES', 7, 0x1_0000_0002n).toString('hex')).toBe('0000000700000002')
  expect(makeSalt('AES-128', 7, 0x1_0000_0002n).toString('hex')).toBe('0000000100000002')
})

const at = oid('1.3.6.1.2.1.1')
const pdu = {
  type: PduType.getBulk,
  requestId: 77,
  errorStatus: 0,
  errorIndex: 20,
  varbinds: [{ oid: at, tag: Tag.null, value: null }],
}

describe.each(['MD5', 'SHA', 'SHA-224', 'SHA-256', 'SHA-384', 'SHA-512'] as const)(
  'a v3 message with %s',
  (protocol) => {
    test('keeps its fields, and one changed bit invalidates its digest', () => {
      const key = new UsmKeyCache().authenticationKey(protocol, 'correct horse', engineId)
      const scoped = { contextEngineId: engineId, contextName: Buffer.from('vlan-7'), pdu }
      const usm = {
        engineId,
        boots: 3,
        time: 4000,
        user: 'reader',
        authenticationParameters: Buffer.alloc(authProtocols[protocol].macBytes),
        privacyParameters: Buffer.alloc(0),
      }
      const { bytes, authenticationOffset } = encodeV3Message(
        { messageId: 4711, flags: MessageFlag.auth | MessageFlag.reportable, usm },
        encodeScopedPdu(scoped),
      )
      sign(protocol, key, bytes, authenticationOffset)
      const message = decodeMessage(bytes)
      if (message.version !== 3 || message.data.encrypted) throw new Error('not a plain v3 message')
      expect(message).toMatchObject({ messageId: 4711, maxSize: messageBytesMax, flags: 5, authenticationOffset })
      expect(message.data.scoped).toMatchObject(scoped)
      expect(peekRequestId(bytes)).toBe(4711)
      const digest = message.usm.authenticationParameters
      expect(isAuthentic(protocol, key, bytes, authenticationOffset, digest)).toBe(true)
      const changed = Buffer.from(bytes)
      changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1
      expect(isAuthentic(protocol, key, changed, authenticationOffset, digest)).toBe(false)
      expect(isAuthentic(protocol, key, bytes, authenticationOffset, digest.subarray(1))).toBe(false)
    })
  },
)

test('keeps the fields of a community message', () => {
  const bytes = encodeCommunityMessage({ version: 1, community: Buffer.from('public'), pdu })
  expect(decodeMessage(bytes)).toMatchObject({ version: 1, community: Buffer.from('public'), pdu })
  expect(peekRequestId(bytes)).toBe(77)
})

test('refuses garbage only with a BerError', () => {
  // A fixed linear congruential generator: the same inputs in every run.
  let state = 20_261_121
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const good = [
    encodeCommunityMessage({ version: 1, community: Buffer.from('public'), pdu }),
    encodeV3Message(
      {
        messageId: 1,
        flags: MessageFlag.reportable,
        usm: {
          engineId,
          boots: 0,
          time: 0,
          user: '',
          authenticationParameters: Buffer.alloc(0),
          privacyParameters: Buffer.alloc(0),
        },
      },
      encodeScopedPdu({ contextEngineId: engineId, contextName: Buffer.alloc(0), pdu }),
    ).bytes,
  ]
  const survive = (read: () => unknown) => {
    try {
      read()
      return true
    } catch (error) {
      if (!(error instanceof BerError)) throw error
      return false
    }
  }
  let refused = 0
  for (let round = 0; round < 20_000; round += 1) {
    const bytes = Buffer.from(good[round % 2] ?? Buffer.alloc(0)).subarray(0, round % 3 === 0 ? random(60) : undefined)
    for (let change = 0; change < 1 + random(4) && bytes.length > 0; change += 1)
      bytes[random(bytes.length)] = random(256)
    if (!survive(() => decodeMessage(bytes))) refused += 1
    survive(() => peekRequestId(bytes))
    survive(() => decodeScopedPdu(bytes))
  }
  expect(refused).toBeGreaterThan(10_000)
})
