import type { Print } from '../identify/print.ts'
import { deviceService, readDeviceInformation } from './device-information.ts'

/** Ports of RTSP. */
const videoPorts = [554, 8554]

/** Asks the web server of a camera or recorder for its manufacturer, model and version. */
export const onvifPrint: Print = {
  name: 'onvif',
  ports: { tcp: [80, 2020, 8000, 8080, 8899] },
  onlyBeside: videoPorts,
  async read(visit) {
    const device = await readDeviceInformation(visit, { path: deviceService, way: {} })
    return device && { service: { name: 'onvif' }, device }
  },
}
