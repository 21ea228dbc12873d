import { cleanText, normaliseIp, normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { z } from 'zod'

/**
 * Lenient schema of a GLPI inventory document (the agents' JSON: `action`, `deviceid`, `itemtype`, `partial`,
 * `content`). Agents of many versions write it, so an unexpected value is left out alone and costs nothing else. Fields
 * that are not listed here are not read.
 */
const textMax = 512
const text = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => cleanText(String(value), textMax) || undefined)
  .optional()
  .catch(undefined)
const number = z
  .union([z.number(), z.string().regex(/^-?\d{1,15}(\.\d+)?$/)])
  .transform(Number)
  .refine((value) => Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
  .optional()
  .catch(undefined)
const flag = z.boolean().optional().catch(undefined)
const mac = text.transform((value) => (value === undefined ? undefined : normaliseMac(value)))
const ip = text.transform((value) => (value === undefined ? undefined : normaliseIp(value)))

const texts = <Name extends string>(...names: Name[]) => allOf(names, text)
const numbers = <Name extends string>(...names: Name[]) => allOf(names, number)
const allOf = <Name extends string, S>(names: readonly Name[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, S>

/** A section as an object or a list of objects. Some agents send one object where others send a list of one. */
const one = <S extends z.ZodRawShape>(shape: S) => z.object(shape).optional().catch(undefined)
function many<S extends z.ZodRawShape>(shape: S, max: number) {
  const item = z.object(shape)
  const readable = (value: unknown) => item.safeParse(value).success
  return z
    .preprocess((value) => {
      if (Array.isArray(value)) return value.filter(readable).slice(0, max)
      return readable(value) ? [value] : undefined
    }, z.array(item).optional())
    .catch(undefined)
}

const listMax = 4_000
const softwareMax = 100_000
const portsMax = 20_000

const contentSchema = z.object({
  accesslog: one({ logdate: text }),
  bios: one(
    texts(
      'assettag',
      'bdate',
      'bmanufacturer',
      'bversion',
      'mmanufacturer',
      'mmodel',
      'msn',
      'smanufacturer',
      'smodel',
      'ssn',
    ),
  ),
  hardware: one({
    ...texts('chassis_type', 'defaultgateway', 'description', 'dns', 'name', 'uuid', 'vmsystem', 'workgroup'),
    ...numbers('memory', 'swap'),
  }),
  operatingsystem: one(
    texts('arch', 'boot_time', 'dns_domain', 'fqdn', 'full_name', 'install_date', 'kernel_version', 'name', 'version'),
  ),
  cpus: many({ core: number, manufacturer: text, name: text, speed: number, thread: number }, 1_024),
  memories: many(
    {
      ...texts('caption', 'description', 'manufacturer', 'model', 'numslots', 'serialnumber', 'speed', 'type'),
      capacity: number,
    },
    1_024,
  ),
  storages: many(
    {
      ...texts(
        'description',
        'firmware',
        'interface',
        'manufacturer',
        'model',
        'name',
        'serial',
        'serialnumber',
        'type',
      ),
      disksize: number,
    },
    listMax,
  ),
  drives: many(
    {
      ...texts('encrypt_name', 'encrypt_status', 'filesystem', 'label', 'letter', 'type', 'volumn'),
      ...numbers('free', 'total'),
    },
    listMax,
  ),
  networks: many(
    {
      ...texts('description', 'ipmask', 'ipmask6', 'status', 'type'),
      ...numbers('mtu', 'speed'),
      ipaddress: ip,
      ipaddress6: ip,
      ipgateway: ip,
      mac,
      virtualdev: flag,
    },
    portsMax,
  ),
  softwares: many(
    { ...texts('arch', 'from', 'install_date', 'name', 'publisher', 'version'), filesize: number },
    softwareMax,
  ),
  antivirus: many({ base_creation: text, enabled: flag, name: text, uptodate: flag, version: text }, 32),
  local_users: many({ home: text, id: text, login: text, name: text, shell: text }, 1_024),
  users: many({ login: text }, 1_024),
  batteries: many(
    { ...texts('chemistry', 'manufacturer', 'name', 'serial'), ...numbers('capacity', 'real_capacity') },
    64,
  ),
  firewalls: many({ description: text, profile: text, status: text }, 64),
  monitors: many(texts('caption', 'description', 'manufacturer', 'name', 'port', 'serial'), 64),
  controllers: many({ caption: text, manufacturer: text, name: text, pcislot: text, type: text }, listMax),
  usbdevices: many(texts('caption', 'manufacturer', 'name', 'productid', 'serial', 'vendorid'), listMax),
  videos: many({ chipset: text, memory: number, name: text, pcislot: text }, 64),
  sounds: many({ description: text, manufacturer: text, name: text }, listMax),
  printers: many({ driver: text, name: text, port: text, serial: text, shared: flag }, 1_024),
  virtualmachines: many(
    { ...texts('image', 'name', 'status', 'subsystem', 'uuid', 'vmtype'), ...numbers('memory', 'vcpu') },
    listMax,
  ),
  simcards: many({ operator_name: text, serial: text }, listMax),
  firmwares: many({ description: text, manufacturer: text, name: text, type: text, version: text }, listMax),
  /** Remaining level of each supply, in percent or in words: `{"tonerblack": "71"}`. */
  cartridges: z
    .preprocess(
      (value) => (value === undefined ? undefined : [value].flat()),
      z
        .array(z.record(z.string().max(64), text))
        .max(64)
        .optional(),
    )
    .catch(undefined),
  network_device: one({
    ...texts(
      'assettag',
      'comments',
      'contact',
      'description',
      'firmware',
      'location',
      'manufacturer',
      'model',
      'name',
      'serial',
      'type',
    ),
    ram: number,
    ips: z.array(ip).max(4_096).optional().catch(undefined),
    mac,
  }),
  network_components: many(
    texts(
      'contained_index',
      'description',
      'firmware',
      'index',
      'manufacturer',
      'model',
      'name',
      'revision',
      'serial',
      'type',
      'version',
    ),
    portsMax,
  ),
  network_ports: many(
    {
      ...texts('ifalias', 'ifdescr', 'ifname'),
      ...numbers('ifinternalstatus', 'ifmtu', 'ifnumber', 'ifspeed', 'ifstatus', 'iftype'),
      ips: z.array(ip).max(1_024).optional().catch(undefined),
      lldp: flag,
      mac,
      connections: many({ ifdescr: text, ip, mac, sysmac: mac, sysname: text }, 1_024),
    },
    portsMax,
  ),
})
export type GlpiContent = z.infer<typeof contentSchema>
/** An item of a list of the content. */
export type GlpiItem<List extends keyof GlpiContent> = NonNullable<GlpiContent[List]> extends (infer T)[] ? T : never

export const glpiDocumentSchema = z.object({
  deviceid: z.string().min(1, 'is required').max(textMax),
  action: z.enum(['inventory', 'netinventory', 'netdiscovery', 'injector']).default('inventory'),
  itemtype: z.enum(['Computer', 'Phone', 'NetworkEquipment', 'Printer', 'Unmanaged']).optional(),
  partial: z.boolean().default(false),
  tag: z.string().max(textMax).optional(),
  content: contentSchema,
})
export type GlpiDocument = z.infer<typeof glpiDocumentSchema>
