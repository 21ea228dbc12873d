import { createAccount, createCurve, createOperator, createUser, fromPublic } from '@nats-io/nkeys'
import { describe, expect, test } from 'vitest'
import { isSignedBy, signingKey } from './signing-key.ts'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const message = Buffer.from('the claims of an account')

describe.each([
  ['user', createUser],
  ['account', createAccount],
  ['operator', createOperator],
])('a key of type %s', (_, create) => {
  const ofLibrary = create()
  const key = signingKey(ofLibrary.getSeed())

  test('is the key of the library', () => {
    expect(key.getPublicKey()).toBe(ofLibrary.getPublicKey())
    expect(text(key.getPrivateKey())).toBe(text(ofLibrary.getPrivateKey()))
    expect(text(key.getSeed())).toBe(text(ofLibrary.getSeed()))
  })

  test('makes the signature of the library, and each verifies that of the other', () => {
    expect(Buffer.from(key.sign(message))).toEqual(Buffer.from(ofLibrary.sign(message)))
    expect(fromPublic(key.getPublicKey()).verify(message, key.sign(message))).toBe(true)
    expect(key.verify(message, ofLibrary.sign(message))).toBe(true)
    expect(isSignedBy(ofLibrary.getPublicKey(), message, ofLibrary.sign(message))).toBe(true)
  })
})

test('no other message, key or signature is accepted', () => {
  const user = signingKey(createUser().getSeed())
  const other = signingKey(createUser().getSeed())
  const signature = user.sign(message)
  expect(isSignedBy(user.getPublicKey(), Buffer.from('other claims'), signature)).toBe(false)
  expect(isSignedBy(other.getPublicKey(), message, signature)).toBe(false)
  expect(isSignedBy(user.getPublicKey(), message, signature.subarray(1))).toBe(false)
  expect(isSignedBy(user.getPublicKey(), message, Buffer.alloc(0))).toBe(false)
})

test('a damaged public key has signed nothing', () => {
  const user = signingKey(createUser().getSeed())
  const signature = user.sign(message)
  const key = user.getPublicKey()
  const swapped = `${key.slice(0, 20)}${key[20] === 'A' ? 'B' : 'A'}${key.slice(21)}`
  for (const damaged of [swapped, key.slice(0, -1), `${key}AA`, key.toLowerCase(), '', 'U', 'not a key'])
    expect(isSignedBy(damaged, message, signature), damaged).toBe(false)
})

test('a damaged seed and the seed of a curve key are refused', () => {
  expect(() => signingKey(Buffer.from('SUAB'))).toThrow()
  expect(() => signingKey(createCurve().getSeed())).toThrow('a curve key signs nothing')
})
