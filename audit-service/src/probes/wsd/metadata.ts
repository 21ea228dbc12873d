import { randomUUID } from 'node:crypto'
import type { DeviceFacts } from '../banner/service-print.ts'
import type { Link, Visit } from '../identify/visit.ts'
import { callSoap, envelope, namespaces } from '../soap/call.ts'

const action = `${namespaces.transfer}/Get`
/** Endpoints are UUIDs (Devices Profile for Web Services, section 2.6); another text could be markup. */
const endpointPattern = /^urn:uuid:[\da-f-]{1,64}$/i

/** Reads the metadata of a device (Devices Profile for Web Services, section 5): its model, or a computer's name. */
export async function readMetadata(visit: Visit, link: Link, endpoint: string): Promise<DeviceFacts | undefined> {
  if (!endpointPattern.test(endpoint)) return undefined
  const header = [
    `<a:To>${endpoint}</a:To><a:Action>${action}</a:Action><a:MessageID>urn:uuid:${randomUUID()}</a:MessageID>`,
    `<a:ReplyTo><a:Address>${namespaces.addressing}/role/anonymous</a:Address></a:ReplyTo>`,
  ]
  const texts = await callSoap(visit, link, action, envelope(header.join(''), ''))
  if (texts === undefined) return undefined
  const computer = texts.get('Computer')
  if (computer !== undefined) return computerFacts(computer)
  // The model of other hosts is that of the program that answers.
  if (!/\b(?:Print|Scan)DeviceType\b/.test(texts.get('Types') ?? '')) return undefined
  return {
    type: 'printer',
    manufacturer: texts.get('Manufacturer'),
    model: texts.get('ModelName'),
    serialNumber: texts.get('SerialNumber'),
    firmwareVersion: texts.get('FirmwareVersion'),
  }
}

/** `PC-7/Workgroup:OFFICE`, `PC-7/Domain:CORP`, or `PC-7\NotJoined`. */
function computerFacts(text: string): DeviceFacts {
  const [, hostname, domain] =
    /^([\w.-]{1,63})(?:\/(?:Workgroup|Domain):([\w.-]{1,255}))?(?:\\NotJoined)?$/i.exec(text) ?? []
  return { hostname, domain }
}
