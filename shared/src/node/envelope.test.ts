import { createCurve, createUser } from '@nats-io/nkeys'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { EnvelopeError, openCredentials, openSigned, sealCredentials, signMessage } from './envelope.ts'
import { decodeMessage, encodeMessage } from './wire.ts'

const schema = z.object({ n: z.number() })
const signer = createUser()
const key = signer.getPublicKey()
const reasonOf = (opening: Promise<unknown>) =>
  opening.then(
    () => 'opened',
    (error: unknown) => (error instanceof EnvelopeError ? error.reason : String(error)),
  )

describe('a signed message', () => {
  it('opens with the key it was signed with', async () => {
    expect(await openSigned(await signMessage({ n: 1 }, signer), key, schema)).toEqual({ n: 1 })
  })

  it('is refused if another key signed it, or a bit was changed', async () => {
    expect(await reasonOf(openSigned(await signMessage({ n: 1 }, createUser()), key, schema))).toBe('unsigned')
    const signed = z
      .object({ payload: z.string(), signature: z.string() })
      .parse(await decodeMessage(await signMessage({ n: 1 }, signer)))
    const payload = Buffer.from('{"n":2}').toString('base64')
    expect(await reasonOf(openSigned(await encodeMessage({ ...signed, payload }), key, schema))).toBe('unsigned')
    const short = { ...signed, signature: 'AAAA' }
    expect(await reasonOf(openSigned(await encodeMessage(short), key, schema))).toBe('unsigned')
  })

  it('is refused if it is not a signed message', async () => {
    const pubAck = Buffer.from('{"stream":"ROLLCALL_RESULTS","seq":7}')
    expect(await reasonOf(openSigned(pubAck, key, schema))).toBe('undecodable')
    expect(await reasonOf(openSigned(await encodeMessage({ n: 1 }), key, schema))).toBe('undecodable')
    expect(await reasonOf(openSigned(Buffer.alloc(0), key, schema))).toBe('undecodable')
  })

  it('returns the payload if only the schema does not match', async () => {
    const opening = openSigned(await signMessage({ n: 'one', taskId: 'x' }, signer), key, schema)
    await expect(opening).rejects.toMatchObject({ reason: 'invalid', payload: { n: 'one', taskId: 'x' } })
  })
})

describe('sealed credentials', () => {
  const collector = createCurve()
  const service = createCurve()
  const credentials = [{ kind: 'snmp-community', version: 'v2c', community: 'hush-hush' }]

  it('open only with the keys of their recipient and sender', () => {
    const sealed = sealCredentials(credentials, collector, service.getPublicKey())
    expect(openCredentials(sealed, service, collector.getPublicKey())).toEqual(credentials)
    expect(() => openCredentials(sealed, createCurve(), collector.getPublicKey())).toThrow(/cannot be opened/)
    expect(() => openCredentials(sealed, service, createCurve().getPublicKey())).toThrow(/cannot be opened/)
  })

  it('reveal nothing about their content', () => {
    const sealed = sealCredentials(credentials, collector, service.getPublicKey())
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('hush')
  })
})
