import type { DeviceFacts } from '../banner/service-print.ts'
import type { Link, Visit } from '../identify/visit.ts'
import { callSoap, envelope, namespaces } from '../soap/call.ts'

/** Path of the device service (ONVIF Core Specification, section 5.1.1). */
export const deviceService = '/onvif/device_service'

const action = `${namespaces.onvifDevice}/GetDeviceInformation`
const message = envelope('', `<GetDeviceInformation xmlns="${namespaces.onvifDevice}"/>`)

/** Reads manufacturer, model, serial number and firmware (ONVIF Core Specification, section 8.3.1), without a login. */
export async function readDeviceInformation(visit: Visit, link: Link): Promise<DeviceFacts | undefined> {
  const texts = await callSoap(visit, link, action, message)
  const [manufacturer, model] = [texts?.get('Manufacturer'), texts?.get('Model')]
  if (manufacturer === undefined && model === undefined) return undefined
  return {
    type: 'camera',
    manufacturer,
    model,
    serialNumber: texts?.get('SerialNumber'),
    firmwareVersion: texts?.get('FirmwareVersion'),
  }
}
