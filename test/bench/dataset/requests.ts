import { deviceListSchema, deviceSchema } from '@rollcall/shared/api/device.ts'
import { softwareListSchema } from '@rollcall/shared/api/software.ts'
import { z } from 'zod'
import type { BenchRequest, Client } from './client.ts'
import { segmentIdOf } from './devices.ts'

/** A list or search that is measured, and the p99 it is to stay under, in milliseconds. `isCommon`: asked all day long. */
export type Measured = BenchRequest & { name: string; targetMs: number; isCommon: boolean }

const limit = 50
/** Query of page 50. */
const page50 = `offset=${49 * limit}`
const listMs = 25
/** Before the last snapshots of some. */
const asOf = '2026-01-10T00:00:00Z'
const totalSchema = z.object({ total: z.int() })

/** Lists the requests that are measured on a dataset. */
export async function measuredRequests(client: Client, siteId: string): Promise<Measured[]> {
  const at = (path: string, page: number) => `${path}${path.includes('?') ? '&' : '?'}offset=${page * limit}`
  const pagesOf = async (path: string) => {
    const { total } = totalSchema.parse(await client.json(path))
    return Math.max(1, Math.ceil(total / limit))
  }
  const get = (name: string, path: string, targetMs = listMs): Measured => ({ name, path, targetMs, isCommon: false })
  const common = (name: string, path: string, targetMs = listMs) => ({ ...get(name, path, targetMs), isCommon: true })
  const last = async (name: string, path: string) => get(`${name}, last offset`, at(path, (await pagesOf(path)) - 1))
  const middle = async (name: string, path: string) =>
    get(`${name}, middle offset`, at(path, (await pagesOf(path)) >> 1))
  const { devices, device, product, segmentId } = await samples(client)
  await archiveSome(client)
  const word = device.name.slice(5, -2)
  const older = (name: string, body: object): Measured => ({
    name: `older listing: ${name}`,
    method: 'POST',
    path: `/api/audit-data/sites/${siteId}`,
    body,
    targetMs: 60,
    isCommon: false,
  })
  return [
    common('devices, page 50', `${devices}?${page50}`),
    await last('devices', devices),
    await middle('devices', devices),
    common('devices by type, page 50', `${devices}?type=computer&${page50}`),
    await last('devices by type', `${devices}?type=computer`),
    get('devices by tag, page 50', `${devices}?tag=Office&${page50}`),
    get('devices by tag and type', `${devices}?tag=Office&type=computer`),
    common('devices of a segment', `${devices}?segmentId=${segmentId}`),
    get('devices changedSince, page 50', `${devices}?changedSince=2020-01-01T00:00:00Z&${page50}`),
    get('devices lastSeenBefore, page 50', `${devices}?lastSeenBefore=2026-01-10T00:00:00Z&${page50}`),
    get('devices with a product that all have, page 50', `${devices}?softwareId=${product.id}&${page50}`),
    await last('devices with a product that all have', `${devices}?softwareId=${product.id}`),
    await middle('devices with a product that all have', `${devices}?softwareId=${product.id}`),
    get('devices by manufacturer, page 50', `${devices}?manufacturer=Dell&${page50}`),
    common('summary of the site', '/api/v1/summary?timeZone=Europe/Berlin', 60),
    get('devices, sort=-lastSeen, page 50', `${devices}?sort=-lastSeen&${page50}`),
    await last('devices, sort=ipAddress', `${devices}?sort=ipAddress`),
    common(`q=${word}, the middle of a name`, `${devices}?q=${word}`),
    common('q=4b-00-1, a piece of MACs', `${devices}?q=4b-00-1`),
    get('q=xampl, on all devices, page 50', `${devices}?q=xampl&${page50}`),
    await last('q=xampl, on all devices', `${devices}?q=xampl`),
    common('q=a, one letter, page 50', `${devices}?q=a&${page50}`),
    get('q=zq, two letters, on none', `${devices}?q=zq`),
    get('q=lap ber 7, three words', `${devices}?q=lap+ber+7`),
    get('q=00 with type and tag', `${devices}?q=00&type=computer&tag=Office`),
    get('archived devices', `${devices}?archived=true`),
    get('archived devices, q=xampl', `${devices}?archived=true&q=xampl`),
    get('devices asOf, page 50', `${devices}?asOf=${asOf}&${page50}`),
    get('devices asOf by type', `${devices}?asOf=${asOf}&type=computer`),
    get(`devices asOf with q=${word}`, `${devices}?asOf=${asOf}&q=${word}`),
    common('one device with its data', `${devices}/${device.id}`, 10),
    common('snapshots of a device', `${devices}/${device.id}/snapshots`),
    common('changes of a device', `${devices}/${device.id}/changes`),
    common('software, page 50', `/api/v1/software?${page50}`),
    await last('software', '/api/v1/software'),
    get('software by name', '/api/v1/software?groupBy=name'),
    common('software, q=ackage-9', '/api/v1/software?q=ackage-9'),
    common('one product', `/api/v1/software/${product.id}`),
    common('installations on all devices, page 50', `/api/v1/software/${product.id}/installations?${page50}`),
    await last('installations on all devices', `/api/v1/software/${product.id}/installations`),
    common('change history, page 50', `/api/v1/software/change-history?${page50}`),
    await last('change history', '/api/v1/software/change-history'),
    get('change history by verb, page 50', `/api/v1/software/change-history?verb=Modified&${page50}`),
    common('compliance', '/api/v1/compliance'),
    common('tags', '/api/v1/tags'),
    get('segments', '/api/v1/segments'),
    common('tasks', '/api/v1/tasks'),
    older('sorted by name, page 50', { sorting: { column: 'name', isDesc: false }, offset: 49 * limit }),
    older('name contains, sorted by auditDate', {
      filter: [{ column: 'name', operator: 'contains', value: 'ber-00' }],
      sorting: { column: 'auditDate', isDesc: true },
      offset: 0,
    }),
  ]
}

/** Archives some devices without a history, which no other request concerns. */
async function archiveSome(client: Client): Promise<void> {
  const list = deviceListSchema.parse(await client.json('/api/v1/devices?sort=lastSeen&limit=500'))
  for (const { id } of list.items) {
    const { status } = await client.send({ method: 'POST', path: `/api/v1/devices/${id}/archive` })
    if (status >= 300) throw new Error(`device ${id} was not archived: ${status}`)
  }
}

/** A device with a history, and a product that is on every device. */
async function samples(client: Client) {
  const devices = '/api/v1/devices'
  // Every tenth device has a history; the tag is on some of those.
  const list = deviceListSchema.parse(await client.json(`${devices}?tag=Office&offset=20&limit=1`))
  const device = deviceSchema.parse(await client.json(`${devices}/${list.items[0]?.id}`))
  const software = softwareListSchema.parse(await client.json('/api/v1/software?q=lib-package-0'))
  const [product] = software.items
  if (!product) throw new Error('the dataset lacks lib-package-0')
  return { devices, device, product, segmentId: segmentIdOf(3) }
}
