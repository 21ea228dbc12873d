import { firstTime, type ReceivedRequest, type Reply, type StandIn, startStandIn } from './stand-in.ts'
import { type AwsKey, verifyAws } from './verify-aws.ts'

export type AwsInstance = {
  id: string
  name: string
  state: 'running' | 'stopped' | 'terminated'
  type: string
  zone: string
  mac: string
  privateAddress: string
  publicAddress?: string
}

export type AwsAccount = {
  id: string
  key: AwsKey
  /** By region; null: the key may not look there. */
  regions: Record<string, readonly AwsInstance[] | null>
}

/** However many are asked for. */
const pageSize = 2

/**
 * EC2 and STS of an account, at `<url>/{service}/{region}`: signatures are verified, lists come in pages, and each second
 * page is refused once for lack of time.
 */
export async function startAws(account: AwsAccount): Promise<StandIn> {
  const isFirst = firstTime()
  return startStandIn(async (asked) => {
    const scope = await verifyAws(asked, account.key)
    if (scope === undefined || asked.path !== `/${scope.service}/${scope.region}/`) {
      return refused(scope?.service, 403, 'SignatureDoesNotMatch', 'The request signature does not match')
    }
    const form = new URLSearchParams(asked.body)
    const action = form.get('Action')
    if (action === 'GetCallerIdentity') return identity(account.id)
    if (action === 'DescribeRegions') return regionList(Object.keys(account.regions))
    if (action !== 'DescribeInstances') return refused('ec2', 400, 'InvalidAction', `The action ${action} is not valid`)
    const instances = account.regions[scope.region]
    if (instances == null) return refused('ec2', 403, 'UnauthorizedOperation', 'You are not authorized')
    const from = Number(form.get('NextToken') ?? 0)
    if (from > 0 && isFirst(`${scope.region} ${from}`)) {
      return refused('ec2', 503, 'RequestLimitExceeded', 'Request limit exceeded.')
    }
    return instanceList(instances, from)
  })
}

export const actionsOf = (asked: readonly ReceivedRequest[]): (string | null)[] =>
  asked.map(({ body }) => new URLSearchParams(body).get('Action'))

const xml = (body: string, status = 200): Reply => ({
  status,
  type: 'text/xml;charset=UTF-8',
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
})

function refused(service: string | undefined, status: number, code: string, message: string): Reply {
  const error = `<Error><Code>${code}</Code><Message>${message}</Message></Error>`
  if (service === 'sts') return xml(`<ErrorResponse>${error}<RequestId>r</RequestId></ErrorResponse>`, status)
  return xml(`<Response><Errors>${error}</Errors><RequestID>r</RequestID></Response>`, status)
}

const identity = (account: string) =>
  xml(
    '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>' +
      `<Arn>arn:aws:iam::${account}:user/auditor</Arn><UserId>AIDA</UserId><Account>${account}</Account>` +
      '</GetCallerIdentityResult></GetCallerIdentityResponse>',
  )

const ec2 = (action: string, content: string): Reply =>
  xml(
    `<${action}Response xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>r</requestId>${content}</${action}Response>`,
  )

const set = (name: string, items: readonly string[]): string =>
  items.length === 0 ? `<${name}/>` : `<${name}>${items.map((item) => `<item>${item}</item>`).join('')}</${name}>`

const regionList = (names: readonly string[]) =>
  ec2(
    'DescribeRegions',
    set(
      'regionInfo',
      names.map((name) => `<regionName>${name}</regionName><optInStatus>opt-in-not-required</optInStatus>`),
    ),
  )

/** A reservation holds what was started together: here two by two. */
function instanceList(instances: readonly AwsInstance[], from: number): Reply {
  const page = instances.slice(from, from + pageSize)
  const more = from + pageSize < instances.length ? `<nextToken>${from + pageSize}</nextToken>` : ''
  const reservation = `<reservationId>r-1</reservationId>${set('instancesSet', page.map(instanceXml))}`
  return ec2('DescribeInstances', set('reservationSet', page.length === 0 ? [] : [reservation]) + more)
}

function instanceXml({ id, name, state, type, zone, mac, privateAddress, publicAddress }: AwsInstance): string {
  const association = publicAddress ? `<association><publicIp>${publicAddress}</publicIp></association>` : ''
  const address = `<privateIpAddress>${privateAddress}</privateIpAddress><primary>true</primary>${association}`
  const networkInterface =
    `<networkInterfaceId>eni-${id.slice(2)}</networkInterfaceId><macAddress>${mac}</macAddress>` +
    set('privateIpAddressesSet', [address]) +
    set('ipv6AddressesSet', [])
  return (
    `<instanceId>${id}</instanceId><imageId>ami-0123456789abcdef0</imageId>` +
    `<instanceState><code>16</code><name>${state}</name></instanceState>` +
    `<privateDnsName>ip-${privateAddress.replaceAll('.', '-')}.ec2.internal</privateDnsName>` +
    `<instanceType>${type}</instanceType><placement><availabilityZone>${zone}</availabilityZone></placement>` +
    `<vpcId>vpc-0123</vpcId><privateIpAddress>${privateAddress}</privateIpAddress><architecture>x86_64</architecture>` +
    '<cpuOptions><coreCount>1</coreCount><threadsPerCore>2</threadsPerCore></cpuOptions>' +
    '<platformDetails>Linux/UNIX</platformDetails><hypervisor>xen</hypervisor>' +
    set('blockDeviceMapping', ['<deviceName>/dev/xvda</deviceName><ebs><volumeId>vol-0123</volumeId></ebs>']) +
    set('networkInterfaceSet', [networkInterface]) +
    set('tagSet', [`<key>Name</key><value>${name}</value>`, '<key>env</key><value>R&amp;D</value>'])
  )
}
