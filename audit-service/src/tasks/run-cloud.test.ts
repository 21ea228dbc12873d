import type { CloudSource } from '@rollcall/shared/messages/task.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionsOf } from '../../../test/harness/cloud/aws.ts'
import { type Clouds, startClouds } from '../../../test/harness/cloud/clouds.ts'
import { awsAccount } from '../../../test/harness/cloud/fixtures.ts'
import { type GoogleCloud, startGoogle } from '../../../test/harness/cloud/google.ts'
import { inAws, inAzure, inGoogle, runOnCloud } from './testing/run-on-cloud.ts'

let clouds: Clouds

beforeAll(async () => {
  clouds = await startClouds()
})
afterAll(() => clouds?.stop())

const run = (source: CloudSource, using: object = clouds.secrets) => runOnCloud(source, using, clouds.endpoints)

test('AWS: reads each region page by page, and names a closed one', async () => {
  const { outcome, found } = await run(inAws())
  expect(outcome).toEqual({
    status: 'Success',
    error: 'Amazon EC2 in ap-south-2 refuses DescribeInstances (403): UnauthorizedOperation: You are not authorized',
  })
  expect([...found.keys()]).toEqual(['aws/i-0000000000000001a', 'aws/i-0000000000000002a', 'aws/i-0000000000000004a'])
  expect(actionsOf(clouds.aws.asked).filter((action) => action === 'DescribeInstances')).toHaveLength(5)
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

test('AWS: reads only the named regions, and refuses a key of another account', async () => {
  clouds.aws.asked.length = 0
  expect([...(await run(inAws(['us-east-1']))).found.keys()]).toEqual(['aws/i-0000000000000004a'])
  expect(clouds.aws.asked.map(({ path }) => path)).toEqual(['/sts/us-east-1/', '/ec2/us-east-1/'])
  const other = await run({ kind: 'aws', account: '210987654321', regions: [] })
  const error = 'the access key belongs to the AWS account 123456789012, but the segment to 210987654321'
  expect(other).toEqual({ outcome: { status: 'Failed', error }, found: new Map() })
  expect((await run(inAws(['ap-south-2']))).outcome).toMatchObject({
    status: 'Failed',
    error: expect.stringMatching(/ap-south-2 refuses/),
  })
})

test('Azure: joins machines with their interfaces and public addresses', async () => {
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

test('Google: reads every zone, with stopped instances', async () => {
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
  // The metadata of an instance contains scripts and keys.
  const fields = clouds.google.asked.map(({ query }) => query.get('fields')).filter((each) => each !== null)
  expect(fields.filter((each) => !/,items\/\*\/instances\(/.test(each) || /metadata/.test(each))).toEqual([])
  expect(fields).not.toEqual([])
})

test('fails the task with the reason of the cloud for a wrong secret', async () => {
  const wrong = {
    aws: { ...awsAccount.key, secretAccessKey: 'not-the-secret' },
    azure: { ...clouds.secrets.azure, clientSecret: 'not-the-secret' },
    'google-cloud': { serviceAccountKey: (await anotherKey()).keyFile },
  }
  const errorOf = async (source: CloudSource) => (await run(source, wrong)).outcome.error
  expect(await errorOf(inAws())).toMatch(
    /^Amazon STS in us-east-1 refuses GetCallerIdentity \(403\): SignatureDoesNotM/,
  )
  expect(await errorOf(inAzure())).toMatch(/^the sign-in of Azure refuses \(401\): invalid_client: AADSTS7000215/)
  expect(await errorOf(inGoogle())).toMatch(/^the sign-in of Google Cloud refuses \(400\): invalid_grant: Invalid JWT/)
})

test('rejects a text that is no key file of a service account', async () => {
  const errorOf = async (key: object) => {
    const serviceAccountKey = JSON.stringify(key)
    return (await run(inGoogle(), { 'google-cloud': { serviceAccountKey } })).outcome.error
  }
  expect(await errorOf({})).toBe('the credential is not the key file of a service account')
  const broken = { type: 'service_account', client_email: 'a@example.org', private_key: 'none' }
  expect(await errorOf(broken)).toBe('the private key of the service account cannot be read')
  expect((await run(inGoogle(), { aws: awsAccount.key })).outcome.error).toBe(
    'the segment has no credential of kind google-cloud',
  )
})

/** Returns the key of a service account that the project does not know. */
async function anotherKey(): Promise<GoogleCloud> {
  const other = await startGoogle('another-project', [])
  await other.stop()
  return other
}
