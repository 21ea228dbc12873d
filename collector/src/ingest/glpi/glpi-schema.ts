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
  bios: one({
    assettag: text,
    bdate: text,
    bmanufacturer: text,
    bversion: text,
    mmanufacturer: text,
    mmodel: text,
    msn: text,
    smanufacturer: text,
    smodel: text,
    ssn: text,
  }),
  hardware: one({
    chassis_type: text,
    defaultgateway: text,
    description: text,
    dns: text,
    memory: number,
    name: text,
    swap: number,
    uuid: text,
    vmsystem: text,
    workgroup: text,
  }),
  operatingsystem: one({
    arch: text,
    boot_time: text,
    dns_domain: text,
    fqdn: text,
    full_name: text,
    install_date: text,
    kernel_version: text,
    name: text,
    version: text,
  }),
  cpus: many({ core: number, manufacturer: text, name: text, speed: number, thread: number }, 1_024),
  memories: many(
    {
      capacity: number,
      caption: text,
      description: text,
      manufacturer: text,
      model: text,
      numslots: text,
      serialnumber: text,
      speed: text,
      type: text,
    },
    1_024,
  ),
  storages: many(
    {
      description: text,
      disksize: number,
      firmware: text,
      interface: text,
      manufacturer: text,
      model: text,
      name: text,
      serial: text,
      serialnumber: text,
      type: text,
    },
    listMax,
  ),
  drives: many(
    {
      encrypt_name: text,
      encrypt_status: text,
      filesystem: text,
      free: number,
      label: text,
      letter: text,
      total: number,
      type: text,
      volumn: text,
    },
    listMax,
  ),
  networks: many(
    {
      description: text,
      ipaddress: ip,
      ipaddress6: ip,
      ipgateway: ip,
      ipmask: text,
      ipmask6: text,
      mac,
      mtu: number,
      speed: number,
      status: text,
      type: text,
      virtualdev: flag,
    },
    portsMax,
  ),
  softwares: many(
    {
      arch: text,
      filesize: number,
      from: text,
      install_date: text,
      name: text,
      publisher: text,
      version: text,
    },
    softwareMax,
  ),
  antivirus: many({ base_creation: text, enabled: flag, name: text, uptodate: flag, version: text }, 32),
  local_users: many({ home: text, id: text, login: text, name: text, shell: text }, 1_024),
  users: many({ login: text }, 1_024),
  batteries: many(
    { capacity: number, chemistry: text, manufacturer: text, name: text, real_capacity: number, serial: text },
    64,
  ),
  firewalls: many({ description: text, profile: text, status: text }, 64),
  monitors: many({ caption: text, description: text, manufacturer: text, name: text, port: text, serial: text }, 64),
  controllers: many({ caption: text, manufacturer: text, name: text, pcislot: text, type: text }, listMax),
  usbdevices: many(
    { caption: text, manufacturer: text, name: text, productid: text, serial: text, vendorid: text },
    listMax,
  ),
  videos: many({ chipset: text, memory: number, name: text, pcislot: text }, 64),
  sounds: many({ description: text, manufacturer: text, name: text }, listMax),
  printers: many({ driver: text, name: text, port: text, serial: text, shared: flag }, 1_024),
  virtualmachines: many(
    {
      image: text,
      memory: number,
      name: text,
      status: text,
      subsystem: text,
      uuid: text,
      vcpu: number,
      vmtype: text,
    },
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
    assettag: text,
    comments: text,
    contact: text,
    description: text,
    firmware: text,
    ips: z.array(ip).max(4_096).optional().catch(undefined),
    location: text,
    mac,
    manufacturer: text,
    model: text,
    name: text,
    ram: number,
    serial: text,
    type: text,
  }),
  network_components: many(
    {
      contained_index: text,
      description: text,
      firmware: text,
      index: text,
      manufacturer: text,
      model: text,
      name: text,
      revision: text,
      serial: text,
      type: text,
      version: text,
    },
    portsMax,
  ),
  network_ports: many(
    {
      ifalias: text,
      ifdescr: text,
      ifinternalstatus: number,
      ifmtu: number,
      ifname: text,
      ifnumber: number,
      ifspeed: number,
      ifstatus: number,
      iftype: number,
      ips: z.array(ip).max(1_024).optional().catch(undefined),
      lldp: flag,
      mac,
      connections: many({ ifdescr: text, ip, mac, sysmac: mac, sysname: text }, 1_024),
    },
    portsMax,
  ),
})
export type GlpiContent = z.infer<typeof contentSchema>

export const glpiDocumentSchema = z.object({
  deviceid: z.string().min(1, 'is required').max(textMax),
  action: z.enum(['inventory', 'netinventory', 'netdiscovery', 'injector']).default('inventory'),
  itemtype: z.enum(['Computer', 'Phone', 'NetworkEquipment', 'Printer', 'Unmanaged']).optional(),
  partial: z.boolean().default(false),
  tag: z.string().max(textMax).optional(),
  content: contentSchema,
})
export type GlpiDocument = z.infer<typeof glpiDocumentSchema>
