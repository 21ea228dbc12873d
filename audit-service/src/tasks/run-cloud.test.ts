import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { Credential } from '@rollcall/shared/messages/credential.ts'
import type { CloudSource } from '@rollcall/shared/messages/task.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionsOf, startAws } from '../../../test/harness/cloud/aws.ts'
import { startAzure } from '../../../test/harness/cloud/azure.ts'
import { awsAccount, azureSubscription, googleInstances } from '../../../test/harness/cloud/fixtures.ts'
import { type GoogleCloud, startGoogle } from '../../../test/harness/cloud/google.ts'
import { type Asked, type Reply, type StandIn, startStandIn } from '../../../test/harness/cloud/stand-in.ts'
import { type CloudEndpoints, publicClouds } from '../cloud/endpoints.ts'
import { runCloud } from './run-cloud.ts'

let aws: StandIn
let azure: StandIn
let google: GoogleCloud

beforeAll(async () => {
  aws = await startAws(awsAccount)
  azure = await startAzure(azureSubscription)
  google = await startGoogle('example-project', googleInstances)
})
afterAll(() => Promise.all([aws, azure, google].map((each) => each?.stop())))

const inAws = (regions: string[] = []): CloudSource => ({ kind: 'aws', account: awsAccount.id, regions })
const inAzure = (regions: string[] = []): CloudSource => ({
  kind: 'azure',
  subscription: azureSubscription.id,
  regions,
})
const inGoogle = (regions: string[] = []): CloudSource => ({
  kind: 'google-cloud',
  project: 'example-project',
  regions,
})

const { tenantId, clientId, clientSecret } = azureSubscription
const credentials = (): Credential[] => [
  { kind: 'aws', ...awsAccount.key },
  { kind: 'azure', tenantId, clientId, clientSecret },
  { kind: 'google-cloud', serviceAccountKey: google.keyFile },
]
const standIns = (): CloudEndpoints => ({
  aws: `${aws.url}/{service}/{region}`,
  azureLogin: azure.url,
  azure: azure.url,
  googleToken: google.tokenUrl,
  google: google.url,
})

/** What a run reports of each instance, and how it ends. */
async function run(source: CloudSource, using = credentials(), endpoints = standIns()) {
  const found = new Map<string, ObservationInput>()
  const report = {
    started: async () => undefined,
    host: async (address: string, observation: ObservationInput) => void found.set(address, observation),
    progress: () => undefined,
  }
  const outcome = await runCloud(source, using, endpoints, report, AbortSignal.timeout(30_000))
  return { outcome, found }
}

test('AWS: each region is read page by page, and one that is closed is named', async () => {
  const { outcome, found } = await run(inAws())
  expect(outcome).toEqual({
    status: 'Success',
    error: 'Amazon EC2 in ap-south-2 refuses DescribeInstances (403): UnauthorizedOperation: You are not authorized',
  })
  expect([...found.keys()]).toEqual(['aws/i-0000000000000001a', 'aws/i-0000000000000002a', 'aws/i-0000000000000004a'])
  expect(actionsOf(aws.asked).filter((action) => action === 'DescribeInstances')).toHaveLength(5)
  expect(found.get('aws/i-0000000000000001a')).toMatchObject({
    type: 'virtual-machine',
    name: 'web1',
    depth: 'discovery',
    identity: {
      cloudInstanceId: 'i-0000000000000001a',
      listed: true,
      macAddresses: ['02:aa:00:00:00:01'],
      ipAddresses: ['10.0.0.5', '18.184.0.5'],
    },
    hardware: {
      system: { manufacturer: 'Amazon EC2', model: 't3.micro' },
      os: { name: 'Linux/UNIX', architecture: 'x86_64' },
      processors: [{ cores: 1, threads: 2 }],
      disks: [{ name: '/dev/xvda', kind: 'virtual', serialNumber: 'vol-0123' }],
    },
    network: {
      hostname: 'ip-10-0-0-5.ec2.internal',
      ipAddress: '10.0.0.5',
      interfaces: [{ name: 'eni-0000000000000001a', addresses: [{ address: '10.0.0.5' }] }],
    },
    customFields: {
      'cloud.provider': 'aws',
      'cloud.owner': '123456789012',
      'cloud.region': 'eu-central-1',
      'cloud.zone': 'eu-central-1a',
      'cloud.state': 'running',
      'cloud.image': 'ami-0123456789abcdef0',
      'cloud.network': 'vpc-0123',
      'cloud.publicAddresses': '18.184.0.5',
      'tag.env': 'R&D',
    },
  })
})

test('AWS: regions that are named are the only ones asked, and a key of another account is refused', async () => {
  aws.asked.length = 0
  expect([...(await run(inAws(['us-east-1']))).found.keys()]).toEqual(['aws/i-0000000000000004a'])
  expect(aws.asked.map(({ path }) => path)).toEqual(['/sts/us-east-1/', '/ec2/us-east-1/'])
  const other = await run({ kind: 'aws', account: '210987654321', regions: [] })
  const error = 'the access key is of the AWS account 123456789012, and the segment of 210987654321'
  expect(other).toEqual({ outcome: { status: 'Failed', error }, found: new Map() })
  expect((await run(inAws(['ap-south-2']))).outcome).toMatchObject({
    status: 'Failed',
    error: expect.stringMatching(/ap-south-2 refuses/),
  })
})

test('Azure: machines are joined with their interfaces and public addresses', async () => {
  const { outcome, found } = await run(inAzure())
  expect(outcome).toEqual({ status: 'Success' })
  const id = 'b3f1c2d4-0a1b-4c2d-8e3f-001122334401'
  expect([...found.keys()]).toEqual([1, 2, 3].map((number) => `azure/${id.slice(0, -1)}${number}`))
  expect(found.get(`azure/${id}`)).toMatchObject({
    name: 'azure1',
    identity: {
      cloudInstanceId: id,
      biosUuid: id,
      macAddresses: ['00:0d:3a:00:00:01'],
      ipAddresses: ['10.1.0.1', '20.50.0.1'],
    },
    hardware: {
      system: { manufacturer: 'Microsoft Corporation', model: 'Standard_B1s' },
      os: { name: 'Linux' },
      disks: [{ name: 'azure1-os', sizeBytes: 30 * 2 ** 30 }],
    },
    customFields: {
      'cloud.region': 'westeurope',
      'cloud.image': 'Debian:debian-12:12-gen2:0.20260101.1',
      'cloud.network': 'VNET1'.toLowerCase(),
      'tag.env': 'prod',
    },
  })
  expect((await run(inAzure(['eastus']))).found.size).toBe(1)
})

test('Google: every zone is read, and what is stopped is there', async () => {
  const { outcome, found } = await run(inGoogle())
  expect(outcome).toEqual({ status: 'Success' })
  expect([...found.keys()]).toEqual([1, 2, 3].map((number) => `google-cloud/123456789012345678${number}`))
  expect(found.get('google-cloud/1234567890123456781')).toMatchObject({
    name: 'google1',
    identity: { cloudInstanceId: '1234567890123456781', ipAddresses: ['10.2.0.1', '34.76.0.1'] },
    hardware: { system: { manufacturer: 'Google', model: 'e2-small' }, processors: [{ model: 'Intel Broadwell' }] },
    customFields: {
      'cloud.region': 'europe-west1',
      'cloud.zone': 'europe-west1-b',
      'cloud.image': 'debian-12-bookworm',
      'cloud.network': 'default',
    },
  })
  expect(found.get('google-cloud/1234567890123456782')?.customFields).toMatchObject({ 'cloud.state': 'terminated' })
  expect((await run(inGoogle(['us-central1']))).found.size).toBe(1)
})

test('a wrong secret fails the task with what the cloud says of it', async () => {
  const wrong: Credential[] = [
    { kind: 'aws', ...awsAccount.key, secretAccessKey: 'not-the-secret' },
    { kind: 'azure', tenantId, clientId, clientSecret: 'not-the-secret' },
    { kind: 'google-cloud', serviceAccountKey: (await anotherKey()).keyFile },
  ]
  const errorOf = async (source: CloudSource) => (await run(source, wrong)).outcome.error
  expect(await errorOf(inAws())).toMatch(
    /^Amazon STS in us-east-1 refuses GetCallerIdentity \(403\): SignatureDoesNotM/,
  )
  expect(await errorOf(inAzure())).toMatch(/^the sign-in of Azure refuses \(401\): invalid_client: AADSTS7000215/)
  expect(await errorOf(inGoogle())).toMatch(/^the sign-in of Google Cloud refuses \(400\): invalid_grant: Invalid JWT/)
  expect(await errorOf({ kind: 'google-cloud', project: 'example-project', regions: [] })).not.toMatch(/not-the-secret/)
})

test('what is no key file of a service account is said to be none', async () => {
  const errorOf = async (key: object) => {
    const serviceAccountKey = JSON.stringify(key)
    return (await run(inGoogle(), [{ kind: 'google-cloud', serviceAccountKey }])).outcome.error
  }
  expect(await errorOf({})).toBe('the credential is not the key file of a service account')
  const broken = { type: 'service_account', client_email: 'a@example.org', private_key: 'none' }
  expect(await errorOf(broken)).toBe('the private key of the service account cannot be read')
  expect((await run(inGoogle(), credentials().slice(0, 2))).outcome.error).toBe(
    'the segment has no credential of kind google-cloud',
  )
})

/** Of a service account that the project does not know. */
async function anotherKey(): Promise<GoogleCloud> {
  const other = await startGoogle('another-project', [])
  await other.stop()
  return other
}

const tokens = JSON.stringify({ access_token: 'token' })
const isSignIn = ({ path }: Asked) => path.endsWith('/token')

/** Runs against a cloud that answers as given, after a sign-in that is as it should be. */
async function runAgainst(source: CloudSource, answer: (asked: Asked) => Reply) {
  await using hostile = await startStandIn((asked) => (isSignIn(asked) ? { body: tokens } : answer(asked)))
  const { url } = hostile
  const endpoints = { aws: url, azureLogin: url, azure: url, googleToken: `${url}/token`, google: url }
  const { outcome, found } = await run(source, credentials(), endpoints)
  const bytes = JSON.stringify([...found.values()]).length
  return { ...outcome, found: found.size, bytes }
}

const xml = (body: string): Reply => ({ type: 'text/xml', body })

test.each<[what: string, source: CloudSource, answer: (asked: Asked) => Reply, RegExp]>([
  [
    'a page for people',
    inGoogle(),
    () => ({ type: 'text/html', body: '<h1>Welcome</h1>' }),
    /text\/html \(200\) where JSON/,
  ],
  [
    'a page for people',
    inAws(),
    () => ({ type: 'text/html', body: '<h1>Welcome</h1>' }),
    /text\/html \(200\) where XML/,
  ],
  ['no type', inAzure(), () => ({ type: '', body: '{}' }), /no type \(200\) where JSON is due/],
  ['half of its JSON', inAzure(), () => ({ body: '{"value":[' }), /JSON that is broken/],
  ['half of its XML', inAws(), () => xml('<GetCallerIdentityResponse><a>'), /XML that is broken/],
  ['other JSON', inGoogle(), () => ({ body: '{"items":[]}' }), /in a form that is not known: items/],
  ['other XML', inAws(), () => xml('<Other/>'), /GetCallerIdentity in a form that is not known/],
  [
    'entities that multiply',
    inAws(),
    () => xml('<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]><a>&d;</a>'),
    /XML that declares things/,
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
    /next page that is elsewhere/,
  ],
  ['the same page for ever', inGoogle(), () => ({ body: '{"nextPageToken":"1"}' }), /the same page again and again/],
  [
    'no permission, with escapes for a terminal',
    inGoogle(),
    () => ({ status: 403, body: JSON.stringify({ error: { code: 403, message: `\u001b[31m${'no '.repeat(5000)}` } }) }),
    /^Google Compute Engine refuses \(403\): 403: {2}\[31m(no )+no?$/,
  ],
])('a cloud that answers with %s (%#) fails the task, which says so', async (_, source, answer, reason) => {
  expect(await runAgainst(source, answer)).toMatchObject({
    status: 'Failed',
    error: expect.stringMatching(reason),
    found: 0,
  })
})

test('pages without end are ended', async () => {
  let page = 0
  const answer = () => {
    page += 1
    return { body: JSON.stringify({ nextPageToken: String(page) }) }
  }
  expect(await runAgainst(inGoogle(), answer)).toMatchObject({
    status: 'Failed',
    error: 'Google Compute Engine gives more than 2000 pages',
  })
})

test('an instance that is odd does not cost the others', async () => {
  const zone = 'zones/europe-west1-b'
  const labels = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`${index}`.repeat(50), 'x'.repeat(9000)]),
  )
  const instances = [null, 7, { id: '../x', name: 'x', zone }, { id: '42', name: 'y'.repeat(9000), zone, labels }]
  const answer = () => ({ body: JSON.stringify({ items: { [zone]: { instances } } }) })
  expect(await runAgainst(inGoogle(), answer)).toMatchObject({
    status: 'Success',
    error: '3 instances are described in a form that is not known',
    found: 1,
    bytes: expect.toSatisfy((bytes: number) => bytes < 500_000),
  })
})

test('the clouds that are asked by default are the public ones, by HTTPS', () => {
  for (const url of Object.values(publicClouds)) expect(url).toMatch(/^https:\/\/[{}\w.-]+(\/token)?$/)
})
