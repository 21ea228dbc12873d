import { randomUUID } from 'node:crypto'
import type { Print } from '../identify/print.ts'
import { readDeviceInformation } from '../onvif/device-information.ts'
import { envelope, namespaces } from '../soap/call.ts'
import { leafTexts } from '../xml/leaf-texts.ts'
import { readMetadata } from './metadata.ts'
import { scopeFacts } from './scopes.ts'

const probeAction = `${namespaces.discovery}/Probe`

/**
 * Asks a camera, a printer or a computer that offers web services for their address (WS-Discovery, section 5), and reads
 * its description there: ONVIF of a camera, metadata of others.
 */
export const wsdPrint: Print = {
  name: 'wsd',
  ports: { udp: [3702] },
  async read(visit) {
    const id = randomUUID()
    const answer = await visit.query(probe(id), (message) => message.includes(id) && message.includes('ProbeMatch'))
    if (answer === undefined) return undefined
    const { types, scopes, endpoint, addresses } = readMatch(answer.toString('utf8'))
    const isVideo = /\bNetworkVideo(?:Transmitter|Display|Storage)\b/.test(types)
    const url = addresses.find((each) => each.includes(visit.address)) ?? addresses[0]
    const link = url === undefined ? undefined : visit.link(url)
    const described =
      link && (await (isVideo ? readDeviceInformation(visit, link) : readMetadata(visit, link, endpoint)))
    const device = { ...(isVideo && { type: 'camera' as const }), ...scopeFacts(scopes), ...described }
    return { service: { name: 'ws-discovery', banner: types }, device }
  },
}

/** A Probe without types, which every device answers. It is sent to one address, so only its device does. */
const probe = (id: string): string =>
  envelope(
    [
      `<a:Action>${probeAction}</a:Action><a:MessageID>urn:uuid:${id}</a:MessageID>`,
      '<a:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To>',
    ].join(''),
    `<d:Probe xmlns:d="${namespaces.discovery}"/>`,
  )

const addressesMax = 8

/** Reads the first match (section 5.3). The header before it names addresses too, which are not the device's. */
function readMatch(xml: string) {
  const texts = leafTexts(xml.slice(Math.max(0, xml.search(/<(?:[\w.-]{1,64}:)?ProbeMatch[\s>]/))))
  const words = (name: string) => (texts.get(name) ?? '').split(/\s+/).filter((word) => word !== '')
  return {
    types: words('Types').join(' '),
    scopes: words('Scopes'),
    endpoint: texts.get('Address') ?? '',
    addresses: words('XAddrs').slice(0, addressesMax),
  }
}
