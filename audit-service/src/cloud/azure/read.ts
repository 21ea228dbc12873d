import type { azureSchema } from '@rollcall/shared/messages/credential.ts'
import type { CloudSource } from '@rollcall/shared/messages/task.ts'
import { z } from 'zod'
import type { CloudEndpoints } from '../endpoints.ts'
import { CloudError } from '../fault.ts'
import { requestJson } from '../json.ts'
import { pages } from '../pages.ts'
import { type CloudReader, parseEach } from '../reader.ts'
import type { CloudApi } from '../request.ts'
import { keyOf, networkInterfaceSchema, parseAzureInstance, publicAddressSchema } from './parse-instance.ts'

type AzureSource = Extract<CloudSource, { kind: 'azure' }>
type AzureKey = z.infer<typeof azureSchema>

const name = 'Azure'
const types = {
  machines: 'Microsoft.Compute/virtualMachines?api-version=2024-07-01',
  interfaces: 'Microsoft.Network/networkInterfaces?api-version=2024-05-01',
  publicAddresses: 'Microsoft.Network/publicIPAddresses?api-version=2024-05-01',
}
/** Network interfaces of one subscription before they are joined to machines. */
const joinedMax = 200_000

const tokenSchema = z.object({ access_token: z.string().min(1).max(65_536) })
const listSchema = z.object({ value: z.array(z.unknown()), nextLink: z.string().optional() })

/** Reads the virtual machines of an Azure subscription with their network interfaces and public addresses. */
export const readAzure: CloudReader<AzureSource, AzureKey> = async function* (source, key, endpoints, signal) {
  const api = { name, signal }
  const token = await fetchToken(key, endpoints, api)
  const list = (type: keyof typeof types) =>
    listResources(endpoints.azure, source.subscription, types[type], token, api)
  const interfaces = await byId(list('interfaces'), networkInterfaceSchema)
  const publicAddresses = await byId(list('publicAddresses'), publicAddressSchema)
  const regions = new Set(source.regions)
  for await (const items of list('machines')) {
    yield parseEach(items, (item) => {
      const instance = parseAzureInstance(item, source.subscription, { interfaces, publicAddresses })
      return regions.size === 0 || regions.has(instance.region) ? instance : undefined
    })
  }
}

/** Requests a token by the client credentials grant (RFC 6749, section 4.4) for all rights of the application. */
async function fetchToken(
  { tenantId, clientId, clientSecret }: AzureKey,
  { azureLogin, azure }: CloudEndpoints,
  api: CloudApi,
): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: `${azure}/.default`,
  })
  const question = {
    url: `${azureLogin}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
    method: 'POST' as const,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  }
  return (await requestJson(question, tokenSchema, { ...api, name: 'the sign-in of Azure' })).access_token
}

function listResources(endpoint: string, subscription: string, type: string, token: string, api: CloudApi) {
  const first = `${endpoint}/subscriptions/${encodeURIComponent(subscription)}/providers/${type}`
  return pages(name, async (next: string | undefined) => {
    const url = next ?? first
    // The answer contains the URL of the next page: the token must not be sent to another host.
    if (URL.parse(url)?.origin !== new URL(endpoint).origin) {
      throw new CloudError(`${name} names a next page on another host, which is not requested`)
    }
    const headers = { Authorization: `Bearer ${token}` }
    const { value, nextLink } = await requestJson({ url, headers }, listSchema, api)
    return { page: value, next: nextLink || undefined }
  })
}

/** Reads a list into a map by id, to join with the machines. */
async function byId<T extends z.ZodType<{ id: string }>>(
  list: AsyncIterable<readonly unknown[]>,
  schema: T,
): Promise<Map<string, z.output<T>>> {
  const found = new Map<string, z.output<T>>()
  for await (const items of list) {
    for (const item of items) {
      const parsed = schema.safeParse(item)
      if (parsed.success) found.set(keyOf(parsed.data.id), parsed.data)
    }
    if (found.size > joinedMax) throw new CloudError(`${name} has more than ${joinedMax} network interfaces to join`)
  }
  return found
}
