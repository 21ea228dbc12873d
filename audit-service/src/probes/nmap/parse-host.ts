import { cleanText, normaliseIp, normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'

type NmapPort = {
  port: number
  protocol: 'tcp' | 'udp'
  /** `open`, `closed`, `filtered`, `open|filtered`, … */
  state: string
  name?: string
  product?: string
  version?: string
  /** Typical device type of the service, in nmap's words: `printer`, `webcam`, … */
  deviceType?: string
  /** Operating system of the service, if detected. */
  osType?: string
  /** Common Platform Enumeration 2.2 names: `cpe:/h:axis:…`. */
  cpes?: string[]
}

type NmapOs = {
  name: string
  accuracyPercent: number
  /** Device type of the match's first class: `general purpose`, `printer`, … */
  deviceType?: string
  family?: string
}

export type NmapHost = {
  address: string
  /** Proof that the host is up: `reset`, `syn-ack`, `arp-response`, `user-set`, …; absent if it is down. */
  upReason?: string
  macAddress?: string
  vendor?: string
  hostnames: string[]
  ports: NmapPort[]
  /** Best match of OS detection, if requested. */
  os?: NmapOs
  /** True if the host's time expired: its ports are unknown. */
  timedOut: boolean
  /** The host's element as written by nmap. */
  rawXml: string
}

const hostnamesMax = 16
const portsMax = 2_000
const cpesMax = 8

const text = (max: number) => z.string().transform((value) => cleanText(value, max))
const list = <Item extends z.ZodType>(item: Item) => z.array(item).catch([])

const portSchema = z.object({
  portid: z.coerce.number().int().min(1).max(65_535),
  protocol: z.enum(['tcp', 'udp']),
  state: z.array(z.object({ state: text(32) })).min(1),
  service: list(
    z.object({
      name: text(256).optional(),
      product: text(256).optional(),
      version: text(256).optional(),
      devicetype: text(64).optional(),
      ostype: text(64).optional(),
      cpe: list(text(256)).default([]),
    }),
  ).default([]),
})

/** Schema of the used parts of the element. A missing or odd part affects only itself. */
const hostSchema = z.object({
  timedout: z.string().optional(),
  status: list(z.object({ state: z.string(), reason: text(64).default('') })).default([]),
  address: list(z.object({ addr: z.string(), addrtype: z.string(), vendor: text(256).optional() })).default([]),
  hostnames: list(z.object({ hostname: list(z.object({ name: text(253) })).default([]) })).default([]),
  ports: list(z.object({ port: list(z.unknown()).default([]) })).default([]),
  os: list(
    z.object({
      osmatch: list(
        z.object({
          name: text(256),
          accuracy: z.coerce.number().min(0).max(100).catch(0),
          osclass: list(z.object({ type: text(64).optional(), osfamily: text(64).optional() })).default([]),
        }),
      ).default([]),
    }),
  ).default([]),
})

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  htmlEntities: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
})

/** Parses a complete `<host>` element; undefined if it is no host with an address. */
export function parseHost(xml: string): NmapHost | undefined {
  const parsed = z.object({ host: z.array(hostSchema).min(1) }).safeParse(parseXml(xml))
  const host = parsed.data?.host[0]
  const ip = host?.address.find((entry) => entry.addrtype === 'ipv4' || entry.addrtype === 'ipv6')
  const address = normaliseIp(ip?.addr ?? '')
  if (!host || address === undefined) return undefined

  const mac = host.address.find((entry) => entry.addrtype === 'mac')
  const macAddress = normaliseMac(mac?.addr ?? '')
  const status = host.status[0]
  const os = host.os[0]?.osmatch[0]
  return {
    address,
    ...(status?.state === 'up' && { upReason: status.reason }),
    ...(macAddress !== undefined && { macAddress }),
    ...(mac?.vendor && { vendor: mac.vendor }),
    hostnames: (host.hostnames[0]?.hostname ?? []).slice(0, hostnamesMax).map((hostname) => hostname.name),
    ports: (host.ports[0]?.port ?? []).slice(0, portsMax).flatMap(parsePort),
    ...(os && {
      os: {
        name: os.name,
        accuracyPercent: os.accuracy,
        ...(os.osclass[0]?.type && { deviceType: os.osclass[0].type }),
        ...(os.osclass[0]?.osfamily && { family: os.osclass[0].osfamily }),
      },
    }),
    timedOut: host.timedout === 'true',
    rawXml: xml,
  }
}

function parseXml(xml: string): unknown {
  try {
    return parser.parse(xml)
  } catch {
    // Not well-formed: the code below finds no host.
    return undefined
  }
}

function parsePort(value: unknown): NmapPort[] {
  const parsed = portSchema.safeParse(value)
  const state = parsed.data?.state[0]?.state
  if (!parsed.success || state === undefined) return []
  const { name, product, version, devicetype, ostype, cpe = [] } = parsed.data.service[0] ?? {}
  return [
    {
      port: parsed.data.portid,
      protocol: parsed.data.protocol,
      state,
      ...(name && { name }),
      ...(product && { product }),
      ...(version && { version }),
      ...(devicetype && { deviceType: devicetype }),
      ...(ostype && { osType: ostype }),
      ...(cpe.length > 0 && { cpes: cpe.slice(0, cpesMax) }),
    },
  ]
}
