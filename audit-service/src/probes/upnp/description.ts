import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import type { DeviceFacts } from '../banner/service-print.ts'
import { leafTexts } from '../xml/leaf-texts.ts'

/** Standard device types (`urn:schemas-upnp-org:device:InternetGatewayDevice:1`) that tell the kind of device. */
const types: Readonly<Record<string, DeviceType>> = {
  DigitalSecurityCamera: 'camera',
  InternetGatewayDevice: 'network-device',
  Printer: 'printer',
  WFADevice: 'network-device',
  WLANAccessPointDevice: 'network-device',
}
/** Media servers and players are programs on computers as often as they are devices. */
const programTypes: readonly string[] = ['MediaServer', 'MediaRenderer']
/** Names of software that describes itself in place of its device. */
const software =
  /\b(?:miniupnpd?|openwrt|linux|freebsd|debian|ubuntu|microsoft|gupnp|rygel|kodi|xbmc|plex|jellyfin|emby)\b/i

/** Returns the root device's values (UPnP Device Architecture, section 2.3); undefined for the description of a program. */
export function descriptionFacts(xml: string): DeviceFacts | undefined {
  const [root = ''] = xml.split('<deviceList', 1)
  const texts = leafTexts(root)
  const kind = /:device:(\w{1,64}):\d/.exec(texts.get('deviceType') ?? '')?.[1] ?? ''
  const [manufacturer, model] = [texts.get('manufacturer'), texts.get('modelName')]
  if (programTypes.includes(kind) || software.test(`${manufacturer} ${model}`)) return undefined
  return { type: types[kind], manufacturer, model, serialNumber: texts.get('serialNumber') }
}
