import { firstTime, type ReceivedRequest, type Reply, type StandIn, startStandIn } from './stand-in.ts'

export type AzureMachine = {
  vmId: string
  name: string
  location: string
  size: string
  mac: string
  privateAddress: string
  publicAddress?: string
}

export type AzureSubscription = {
  id: string
  tenantId: string
  clientId: string
  clientSecret: string
  machines: readonly AzureMachine[]
}

const token = 'an-azure-access-token'
const pageSize = 2

/**
 * Sign-in and resource manager of a subscription: the secret and the token are verified, lists come in pages, and each
 * second page is refused once, to be asked for again at once.
 */
export async function startAzure(subscription: AzureSubscription): Promise<StandIn> {
  const isFirst = firstTime()
  const standIn = await startStandIn((asked) => {
    if (asked.path === `/${subscription.tenantId}/oauth2/v2.0/token`) return signIn(asked, subscription, standIn.url)
    if (asked.headers.authorization !== `Bearer ${token}`) return refused(401, 'InvalidAuthenticationToken')
    const [, , id, , provider, type] = asked.path.split('/')
    if (id !== subscription.id) return refused(404, 'SubscriptionNotFound')
    const list = lists(subscription)[`${provider}/${type}`]
    if (list === undefined || !asked.query.has('api-version')) return refused(400, 'MissingApiVersionParameter')
    const from = Number(asked.query.get('$skiptoken') ?? 0)
    if (from > 0 && isFirst(`${type} ${from}`))
      return { ...refused(429, 'TooManyRequests'), headers: { 'Retry-After': '0' } }
    const next = new URL(`${standIn.url}${asked.path}?${asked.query}`)
    next.searchParams.set('$skiptoken', String(from + pageSize))
    const more = from + pageSize < list.length ? { nextLink: next.href } : {}
    return { body: JSON.stringify({ value: list.slice(from, from + pageSize), ...more }) }
  })
  return standIn
}

const refused = (status: number, code: string): Reply => ({
  status,
  body: JSON.stringify({ error: { code, message: `${code}.` } }),
})

function signIn(asked: ReceivedRequest, { clientId, clientSecret }: AzureSubscription, resource: string): Reply {
  const form = Object.fromEntries(new URLSearchParams(asked.body))
  const wanted = { grant_type: 'client_credentials', client_id: clientId, scope: `${resource}/.default` }
  if (Object.entries(wanted).some(([key, value]) => form[key] !== value)) {
    return { status: 400, body: JSON.stringify({ error: 'invalid_request', error_description: 'AADSTS900144' }) }
  }
  if (form['client_secret'] !== clientSecret) {
    const description = 'AADSTS7000215: Invalid client secret provided.'
    return { status: 401, body: JSON.stringify({ error: 'invalid_client', error_description: description }) }
  }
  return { body: JSON.stringify({ token_type: 'Bearer', expires_in: 3599, access_token: token }) }
}

function lists({ id, machines }: AzureSubscription): Record<string, object[]> {
  const resource = (provider: string, type: string, name: string) =>
    `/subscriptions/${id}/resourceGroups/rg/providers/${provider}/${type}/${name}`
  const nic = (name: string) => resource('Microsoft.Network', 'networkInterfaces', `${name}-nic`)
  const publicIp = (name: string) => resource('Microsoft.Network', 'publicIPAddresses', `${name}-ip`)
  const subnet = `${resource('Microsoft.Network', 'virtualNetworks', 'vnet1')}/subnets/default`
  return {
    'Microsoft.Compute/virtualMachines': machines.map(({ vmId, name, location, size }) => ({
      id: resource('Microsoft.Compute', 'virtualMachines', name),
      name,
      location,
      tags: { env: 'prod' },
      properties: {
        vmId,
        provisioningState: 'Succeeded',
        hardwareProfile: { vmSize: size },
        osProfile: { computerName: name },
        storageProfile: {
          imageReference: { publisher: 'Debian', offer: 'debian-12', sku: '12-gen2', exactVersion: '0.20260101.1' },
          osDisk: { name: `${name}-os`, osType: 'Linux', diskSizeGB: 30 },
          dataDisks: [],
        },
        // Azure is not always of one mind about the case of an id.
        networkProfile: { networkInterfaces: [{ id: nic(name).toUpperCase() }] },
      },
    })),
    'Microsoft.Network/networkInterfaces': machines.map(({ name, mac, privateAddress, publicAddress }) => ({
      id: nic(name),
      name: `${name}-nic`,
      properties: {
        macAddress: mac,
        ipConfigurations: [
          {
            properties: {
              privateIPAddress: privateAddress,
              subnet: { id: subnet },
              ...(publicAddress ? { publicIPAddress: { id: publicIp(name) } } : {}),
            },
          },
        ],
      },
    })),
    'Microsoft.Network/publicIPAddresses': machines.flatMap(({ name, publicAddress }) =>
      publicAddress ? [{ id: publicIp(name), properties: { ipAddress: publicAddress } }] : [],
    ),
  }
}
