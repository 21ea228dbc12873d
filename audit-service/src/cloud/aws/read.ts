import { regionSchema } from '@rollcall/shared/api/segment.ts'
import type { awsSchema } from '@rollcall/shared/messages/credential.ts'
import type { CloudSource } from '@rollcall/shared/messages/task.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { z } from 'zod'
import { CloudError } from '../fault.ts'
import { pages } from '../pages.ts'
import { type CloudPart, type CloudReader, parseEach } from '../reader.ts'
import { parseAwsInstance } from './parse-instance.ts'
import { type AwsAccess, awsQuery, setOf } from './query.ts'

type AwsSource = Extract<CloudSource, { kind: 'aws' }>

/** Region for calls that are not specific to a region. */
const homeRegionDefault = 'us-east-1'
const pageSize = 500

const ec2 = { service: 'ec2', version: '2016-11-15' } as const
const identitySchema = z.object({ GetCallerIdentityResult: z.object({ Account: z.string() }) })
const regionsSchema = z.object({ regionInfo: setOf(z.object({ regionName: regionSchema })) })
const instancesSchema = z.object({
  reservationSet: setOf(z.object({ instancesSet: setOf(z.unknown()) })),
  nextToken: z.string().optional(),
})

/** Reads the instances of an AWS account, region by region: the named ones, or all that the account may use. */
export const readAws: CloudReader<AwsSource, z.infer<typeof awsSchema>> = async function* (
  { account, regions },
  key,
  { aws: urlTemplate },
  signal,
) {
  const access = { key, urlTemplate, signal }
  const home = regions[0] ?? homeRegionDefault
  await requireAccount(account, home, access)
  const asked = regions.length > 0 ? regions : await listRegions(home, access)
  for (const region of asked) yield* readRegion(account, region, access)
}

/** Throws if the key belongs to another account, whose machines would be listed in this segment. */
async function requireAccount(account: string, region: string, access: AwsAccess): Promise<void> {
  const query = { service: 'sts', region, action: 'GetCallerIdentity', version: '2011-06-15' } as const
  const { GetCallerIdentityResult: caller } = await awsQuery(query, identitySchema, access)
  if (caller.Account === account) return
  throw new CloudError(`the access key belongs to the AWS account ${caller.Account}, but the segment to ${account}`)
}

async function listRegions(home: string, access: AwsAccess): Promise<string[]> {
  const query = { ...ec2, region: home, action: 'DescribeRegions' }
  const { regionInfo } = await awsQuery(query, regionsSchema, access)
  return regionInfo.map(({ regionName }) => regionName)
}

/** Reads one region. A region may refuse this key while others accept it. */
async function* readRegion(
  account: string,
  region: string,
  access: AwsAccess,
): AsyncGenerator<CloudPart, void, undefined> {
  const load = async (token: string | undefined) => {
    const parameters = { MaxResults: String(pageSize), ...optional({ NextToken: token }) }
    const query = { ...ec2, region, action: 'DescribeInstances', parameters }
    const { reservationSet, nextToken } = await awsQuery(query, instancesSchema, access)
    return { page: reservationSet.flatMap(({ instancesSet }) => instancesSet), next: nextToken || undefined }
  }
  try {
    for await (const items of pages(`Amazon EC2 in ${region}`, load)) {
      yield parseEach(items, (item) => parseAwsInstance(item, account, region))
    }
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    yield { instances: [], fault: error.message }
  }
}
