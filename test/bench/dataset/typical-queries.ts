import { deviceListSchema } from '@rollcall/shared/api/device.ts'
import type { Client } from './client.ts'
import type { Measured } from './requests.ts'

const queryMs = 50
const listMs = 25

/** Queries as people write them, over each kind of field: those that few devices meet, and those that most do. */
const typicalQueries = [
  'type = printer and supply(level < 10%)',
  'supply(color = black and level < 5%) or supply(color = cyan and level < 5%)',
  'printer.pages > 490000',
  'type = computer',
  'type != computer',
  'type = computer and os.name = "Debian GNU/Linux"',
  'type = computer and tag = Managed',
  'os.name ~ Windows and memory >= 16 GB',
  'manufacturer = Lenovo and model = T14 and memory < 8 GB',
  'cpu.model ~ i7 or memory > 32 GB',
  'os.build < 26103 and tag = Office',
  'needsRestart = true',
  'securityUpdates > 0 and type = computer',
  'not tpm = true and type = computer',
  'volume(mount = / and free < 10%)',
  'volume(mount = / and free < 2%) and type = computer',
  'disk(size > 400 GB)',
  'software(name = lib-package-0)',
  'software(name = lib-package-20 and version < 4)',
  'software(name ~ crypto and version >= 5) and tag = Office',
  'not software(name = core-package-21)',
  'address in 10.0.20.0/24 and (manufacturer ~ lenovo or model ~ T14)',
  'address in 10.0.0.0/8',
  'port(up = false and vlan = 20)',
  'port(description ~ "uplink 17")',
  'custom.owner = team-7',
  'custom.owner = team-7 and custom.floor >= 3',
  'has custom.owner',
  'lacks custom.owner and type = computer',
  'user = user-17',
  'tag = Office or tag = Laboratory',
  'lastSeen < 14d ago and not tag = Office',
  'firstSeen < 30d ago',
  'stale = true and type = printer',
  'os.started < 2026-01-03',
  'name ~ ber and type = printer',
  'serialNumber ~ ABC',
  'macAddress ~ 00:1b:21',
  'compliance = forbidden',
  'not (stale = true or has assetTag)',
  '(tag = Office or tag = Laboratory) and (memory < 8 GB or needsRestart = true) and not custom.floor = 3',
] as const

/** Queries, and lists and searches in addition to those of one engine. */
export async function queryRequests(client: Client): Promise<Measured[]> {
  const devices = '/api/v1/devices'
  const { total, items } = deviceListSchema.parse(await client.json(`${devices}?limit=1&type=computer&offset=100`))
  const [device] = items
  if (!device) throw new Error('the dataset has no computers')
  const half = Math.floor(total / 2)
  const get = (name: string, path: string, targetMs = listMs): Measured => ({ name, path, targetMs, isCommon: false })
  const find = (what: string, q: string) =>
    get(`search of ${what}`, `/api/v1/search?q=${encodeURIComponent(q)}`, queryMs)
  const query = (text: string, more = '') =>
    get(`\`${text}\`${more}`, `${devices}?query=${encodeURIComponent(text)}${more}`, queryMs)
  const sorts = ['name', 'lastSeen', 'ipAddress', 'type'].flatMap((sort) => [sort, `-${sort}`])
  return [
    ...sorts.map((sort) => get(`devices, sort=${sort}, middle`, `${devices}?sort=${sort}&offset=${half}`)),
    get('devices by a tag that half have, and by type', `${devices}?tag=Managed&type=computer`),
    get('devices by columns', `${devices}?columns=os.name,memory,supply.level,custom.owner&offset=2450`),
    get('devices asOf by tag', `${devices}?asOf=2026-01-03T00:00:00Z&tag=Managed`),
    get('findings', '/api/v1/findings?offset=2450'),
    get('findings, counted', '/api/v1/findings/summary'),
    get('change history of devices', '/api/v1/software/change-history?entity=Device&offset=2450'),
    get('history of an address', `/api/v1/address-history?address=${device.ipAddress}`),
    find('a name', device.name),
    find('a part of names', device.name.slice(4, 11)),
    find('a MAC', (device.macAddress ?? '').replaceAll(':', '-')),
    find('a part of MACs', (device.macAddress ?? '').slice(0, 11)),
    find('an address', device.ipAddress ?? ''),
    find('a part of addresses', '10.0.1'),
    find('a serial number', device.serialNumber ?? ''),
    find('a user', 'user-1234'),
    find('a part of users', 'user'),
    find('a port', 'GigabitEthernet1/0/7'),
    find('a description of ports', 'uplink 17'),
    find('nothing', 'qzx-qzx'),
    ...typicalQueries.map((text) => query(text)),
    query('type = computer', `&offset=${half}`),
    query('name ~ ber', `&offset=3000`),
    query('os.name ~ Windows', `&sort=-lastSeen&offset=${half >> 1}`),
    { ...get('CSV of all devices, first byte', `${devices}?format=csv`, 100), isUntilFirstByte: true },
    { ...get('CSV of a query, first byte', `${devices}?format=csv&query=tag+%3D+Office`, 100), isUntilFirstByte: true },
  ]
}
