import { generateKeyPairSync } from 'node:crypto'
import type { CloudSource } from '@rollcall/shared/messages/task.ts'
import { expect, test } from 'vitest'
import { awsAccount, azureSubscription } from '../../../test/harness/cloud/fixtures.ts'
import { type ReceivedRequest, type Reply, startStandIn } from '../../../test/harness/cloud/stand-in.ts'
import { inAws, inAzure, inGoogle, runOnCloud } from './testing/run-on-cloud.ts'

const { tenantId, clientId, clientSecret } = azureSubscription
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const serviceAccountKey = JSON.stringify({
  type: 'service_account',
  client_email: 'auditor@example.org',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
})
const secrets = {
  aws: awsAccount.key,
  azure: { tenantId, clientId, clientSecret },
  'google-cloud': { serviceAccountKey },
}
const tokens = JSON.stringify({ access_token: 'token' })
const isSignIn = ({ path }: ReceivedRequest) => path.endsWith('/token')

/** Runs against a cloud with the given answers after a regular sign-in. */
async function runAgainst(
  source: CloudSource,
  answer: (asked: ReceivedRequest) => Reply | Promise<Reply>,
  signal?: AbortSignal,
) {
  await using hostile = await startStandIn((asked) => (isSignIn(asked) ? { body: tokens } : answer(asked)))
  const { url } = hostile
  const endpoints = { aws: url, azureLogin: url, azure: url, googleToken: `${url}/token`, google: url }
  const { outcome, found } = await runOnCloud(source, secrets, endpoints, signal)
  const bytes = JSON.stringify([...found.values()]).length
  return { ...outcome, found: found.size, bytes }
}

const xml = (body: string): Reply => ({ type: 'text/xml', body })

test.each<[what: string, source: CloudSource, answer: (asked: ReceivedRequest) => Reply, RegExp]>([
  [
    'a page for people',
    inGoogle(),
    () => ({ type: 'text/html', body: '<h1>Welcome</h1>' }),
    /text\/html \(200\) instead of JSON/,
  ],
  [
    'a page for people',
    inAws(),
    () => ({ type: 'text/html', body: '<h1>Welcome</h1>' }),
    /text\/html \(200\) instead of XML/,
  ],
  ['no type', inAzure(), () => ({ type: '', body: '{}' }), /no type \(200\) instead of JSON/],
  ['half of its JSON', inAzure(), () => ({ body: '{"value":[' }), /invalid JSON/],
  ['half of its XML', inAws(), () => xml('<GetCallerIdentityResponse><a>'), /invalid XML/],
  ['other JSON', inGoogle(), () => ({ body: '{"items":[]}' }), /in an unknown format: items/],
  ['other XML', inAws(), () => xml('<Other/>'), /GetCallerIdentity in an unknown format/],
  [
    'entities that multiply',
    inAws(),
    () => xml('<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]><a>&d;</a>'),
    /XML that contains declarations/,
  ],
  ['too much', inGoogle(), () => ({ body: `"${'x'.repeat(33 * 1024 * 1024)}"` }), /more than 33554432 bytes/],
  [
    'a redirect',
    inAzure(),
    () => ({ status: 302, headers: { Location: 'http://127.0.0.1:1/' }, body: '' }),
    /redirect, which is not followed/,
  ],
  [
    'a next page that is elsewhere',
    inAzure(),
    () => ({ body: JSON.stringify({ value: [], nextLink: 'http://127.0.0.1:1/next' }) }),
    /next page on another host/,
  ],
  ['the same page for ever', inGoogle(), () => ({ body: '{"nextPageToken":"1"}' }), /repeats the same page/],
  [
    'no permission, with escapes for a terminal',
    inGoogle(),
    () => ({ status: 403, body: JSON.stringify({ error: { code: 403, message: `\u001b[31m${'no '.repeat(5000)}` } }) }),
    /^Google Compute Engine refuses \(403\): 403: {2}\[31m(no )+no?$/,
  ],
])('fails the task with the reason if a cloud answers with %s (%#)', async (_, source, answer, reason) => {
  expect(await runAgainst(source, answer)).toMatchObject({
    status: 'Failed',
    error: expect.stringMatching(reason),
    found: 0,
  })
})

test('stops endless pages', async () => {
  let page = 0
  const answer = () => {
    page += 1
    return { body: JSON.stringify({ nextPageToken: String(page) }) }
  }
  expect(await runAgainst(inGoogle(), answer)).toMatchObject({
    status: 'Failed',
    error: 'Google Compute Engine returns more than 2000 pages',
  })
})

test('stops waiting for a cloud when the task is cancelled', async () => {
  const stop = new AbortController()
  const silent = () => {
    stop.abort(new Error('cancelled by test'))
    return new Promise<never>(() => undefined)
  }
  await expect(runAgainst(inGoogle(), silent, stop.signal)).rejects.toThrow('cancelled by test')
})

test('reads the other instances despite an invalid one', async () => {
  const zone = 'zones/europe-west1-b'
  const labels = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`${index}`.repeat(50), 'x'.repeat(9000)]),
  )
  const instances = [null, 7, { id: '../x', name: 'x', zone }, { id: '42', name: 'y'.repeat(9000), zone, labels }]
  const answer = () => ({ body: JSON.stringify({ items: { [zone]: { instances } } }) })
  expect(await runAgainst(inGoogle(), answer)).toMatchObject({
    status: 'Success',
    error: '3 instances have an unknown format',
    found: 1,
    bytes: expect.toSatisfy((bytes: number) => bytes < 500_000),
  })
})
