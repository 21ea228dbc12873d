import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyWebhook } from './webhooks.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes !!!').toString('base64')}`
const other = `whsec_${Buffer.from('another one of thirty-two bytes!').toString('base64')}`
const body = '{"type":"rollcall.device.added"}'

/** Headers of a delivery. The collector's own are verified in test/flows/client.test.ts. */
function signed({ secret: own = secret, at = Date.now() } = {}): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000))
  const key = Buffer.from(own.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`m-1.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': 'm-1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

test('returns the event of a signed request, with the headers of Node and of fetch', async () => {
  expect(await verifyWebhook({ secret, headers: signed(), body })).toEqual({ type: 'rollcall.device.added' })
  const bytes = new TextEncoder().encode(body)
  expect(await verifyWebhook({ secret, headers: new Headers(signed()), body: bytes })).toMatchObject({})
})

test('accepts one of several secrets and one of several signatures', async () => {
  const headers = signed({ secret: other })
  await expect(verifyWebhook({ secret: [secret, other], headers, body })).resolves.toBeDefined()
  headers['webhook-signature'] = `v1a,AAAA v1,AAAA ${headers['webhook-signature']}`
  await expect(verifyWebhook({ secret: other, headers, body })).resolves.toBeDefined()
})

test.each([
  ['another secret', { headers: signed({ secret: other }) }, 'does not fit'],
  ['another body', { body: body.replace('added', 'deleted') }, 'does not fit'],
  ['another id', { headers: { ...signed(), 'webhook-id': 'm-2' } }, 'does not fit'],
  ['a signature that is not base64', { headers: { ...signed(), 'webhook-signature': 'v1,%%' } }, 'does not fit'],
  ['an old time', { headers: signed({ at: Date.now() - 301_000 }) }, 'another time'],
  ['a later time', { headers: signed({ at: Date.now() + 302_000 }) }, 'another time'],
  ['a time that is no number', { headers: { ...signed(), 'webhook-timestamp': 'now' } }, 'another time'],
  ['no signature', { headers: { 'webhook-id': 'm-1' } }, 'are missing'],
])('rejects a request with %s', async (_case, given, reason) => {
  const error = await verifyWebhook({ secret, headers: signed(), body, ...given }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'WebhookError', message: expect.stringContaining(reason) })
})

test('names a secret that is none', async () => {
  await expect(verifyWebhook({ secret: 'whsec_', headers: signed(), body })).rejects.toThrow('secret must be')
})
