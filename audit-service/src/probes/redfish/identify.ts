import type { z } from 'zod'
import type { DeviceFacts } from '../banner/service-print.ts'
import { jsonOf } from '../http/json.ts'
import { originOf } from '../http/request.ts'
import type { Print } from '../identify/print.ts'
import type { Visit } from '../identify/visit.ts'
import { collectionSchema, managerSchema, rootSchema, type ServiceRoot, systemSchema } from './schemas.ts'

const rootPath = '/redfish/v1/'
const headers = ['Accept: application/json', 'OData-Version: 4.0']
const way = { tls: true }
/** Paths below the root, without anything that changes the meaning of a request. */
const ownPath = /^\/redfish\/v1(?:\/[\w.~:@!$&'()*+,;=%-]{0,128}){0,12}$/

/**
 * Reads from a service processor what it tells without a login: always its service root; system and manager where they
 * are readable. The address is the service processor's, and the description that of the machine around it.
 */
export const redfishPrint: Print = {
  name: 'redfish',
  ports: { tcp: [443] },
  read: async (visit) => {
    const root = await get(visit, rootPath, rootSchema)
    if (root === undefined) return undefined
    const system = await onlyMember(visit, root.Systems, systemSchema)
    const manager = await onlyMember(visit, root.Managers, managerSchema)
    const { RedfishVersion: version, Vendor, Product } = root
    const power = system?.PowerState && `Power: ${system.PowerState}`
    return {
      service: {
        name: 'redfish',
        product: Product,
        version,
        banner: [Vendor, Product, power].filter(Boolean).join(', '),
      },
      device: { type: 'computer', ...ofRoot(root, manager), ...ofSystem(root, system) },
    }
  },
}

function ofRoot({ Oem }: ServiceRoot, manager: z.infer<typeof managerSchema> | undefined): DeviceFacts {
  const hpe = (Oem?.Hpe ?? Oem?.Hp)?.Manager[0]
  return {
    hostname: hpe?.HostName,
    firmwareVersion: manager?.FirmwareVersion || hpe?.ManagerFirmwareVersion,
  }
}

/** Products that are the service processor, not the machine. */
const controllerProduct = /controller|\b(?:bmc|ilo|idrac|xcc|cimc|irmc|manager|openbmc|redfish)\b/i

function ofSystem(root: ServiceRoot, system: z.infer<typeof systemSchema> | undefined): DeviceFacts {
  const { Vendor, Product, Oem } = root
  const manufacturer = system?.Manufacturer || Vendor
  const product = Product && !controllerProduct.test(Product) ? Product : undefined
  // Dell's SerialNumber is the main board's. Its own software shows the service tag.
  const isDell = /^dell\b/i.test(manufacturer ?? '')
  const serialNumber = isDell ? Oem?.Dell?.ServiceTag || system?.SKU : system?.SerialNumber
  return { manufacturer, model: system?.Model || product, serialNumber }
}

/** Reads the member of a collection. A chassis with several systems has no description of one machine. */
async function onlyMember<T extends z.ZodType>(
  visit: Visit,
  collection: { '@odata.id': string } | undefined,
  schema: T,
): Promise<z.output<T> | undefined> {
  if (collection === undefined) return undefined
  const { Members } = (await get(visit, collection['@odata.id'], collectionSchema)) ?? {}
  const [member, ...others] = Members ?? []
  return member && others.length === 0 ? get(visit, member['@odata.id'], schema) : undefined
}

/** Reads a resource of this service. Follows one redirection within it, and refuses any other. */
async function get<T extends z.ZodType>(visit: Visit, path: string, schema: T): Promise<z.output<T> | undefined> {
  if (!ownPath.test(path) || path.includes('/..')) {
    visit.fault('a link that leads out of the service is refused')
    return undefined
  }
  const reply = await visit.request({ path, headers }, way)
  if (reply === undefined) return undefined
  const { status } = reply
  const location = status >= 300 && status < 400 ? reply.headers.get('location') : undefined
  if (location === undefined) {
    if (path !== rootPath && (status === 401 || status === 403)) visit.fault(`${path} requires a login`)
    return jsonOf(reply, schema)
  }
  const { href, origin } = originOf(visit, true)
  const target = URL.canParse(location, href) ? new URL(location, href) : undefined
  if (target?.origin !== origin) {
    visit.fault('a redirection to another address is refused')
    return undefined
  }
  if (!ownPath.test(target.pathname) || target.pathname === path) return undefined
  return jsonOf(await visit.request({ path: target.pathname, headers }, way), schema)
}
