import { optional } from '@rollcall/shared/optional.ts'
import type { ServicePrint } from '../../probes/banner/service-print.ts'
import type { MdnsFacts, MdnsService } from '../../probes/mdns/read.ts'
import type { Claim } from './claim.ts'
import { manufacturerName, withoutManufacturer } from './manufacturer-names.ts'

type Named = { manufacturer?: string | undefined; model?: string | undefined; makeAndModel?: string | undefined }

/**
 * Returns the claim of a printer. Manufacturer and model are two fields, or one whose first word is the manufacturer.
 */
function printerClaim(source: string, named: Named, rest: Partial<Claim> = {}): Claim {
  const [firstWord] = named.makeAndModel?.split(' ') ?? []
  const manufacturerText =
    named.manufacturer ?? (firstWord && manufacturerName(firstWord) !== firstWord ? firstWord : undefined)
  const manufacturer = manufacturerText === undefined ? undefined : manufacturerName(manufacturerText)
  const text = named.model ?? named.makeAndModel
  const model = text === undefined || manufacturer === undefined ? text : withoutManufacturer(text, manufacturer)
  return { source, type: 'printer', ...optional({ manufacturer, model }), ...rest }
}

/** Returns claims from IPP attributes. */
export function claimsByIpp(prints: readonly ServicePrint[]): Claim[] {
  return prints.flatMap(({ port, printer }) => {
    if (printer === undefined) return []
    const { serialNumber, firmwareVersion, ...named } = printer
    if (named.makeAndModel === undefined && named.model === undefined) return []
    return [printerClaim(`TCP ${port} printer attributes`, named, optional({ serialNumber, firmwareVersion }))]
  })
}

const printerTypes: ReadonlySet<string> = new Set(['_ipp', '_printer', '_pdl-datastream'])
/** Returns true for a queue of CUPS: the host shares a printer but is none. */
const isShared = ({ txt }: MdnsService) => /^printers\//.test(txt.get('rp') ?? '')
/** Model identifiers of Apple's computers. */
const macModel = /^(?:MacBook(?:Pro|Air)?|iMac(?:Pro)?|Macmini|MacPro|Mac)\d+,\d+$/

/** Returns claims from what ports report in the protocols of the prints. */
export function claimsByPrints(prints: readonly ServicePrint[]): Claim[] {
  return prints.flatMap((print) => {
    const { device } = print
    if (device === undefined) return []
    const { type, manufacturer: reported, model: written, serialNumber, os, firmwareVersion } = device
    const manufacturer = reported && manufacturerName(reported)
    const model = written && manufacturer ? withoutManufacturer(written, manufacturer) : written
    const claim = optional({ type, manufacturer, model, serialNumber, os, firmwareVersion })
    return [{ source: sourceOfPrint(print), ...claim }]
  })
}

/** Names the port, and the print that read it if one did: `TCP 445 smb`. */
export const sourceOfPrint = ({ port, protocol, print }: ServicePrint): string =>
  [protocol.toUpperCase(), port, print].filter((part) => part !== undefined).join(' ')

/** Returns claims from multicast DNS: printers (Bonjour Printing Specification), Axis cameras, Apple computers. */
export function claimsByMdns(mdns: MdnsFacts | undefined): Claim[] {
  return (mdns?.services ?? []).flatMap((service): Claim[] => {
    const { type, txt, instance } = service
    const source = `mDNS ${type}`
    if (printerTypes.has(type) && !isShared(service)) {
      const named = { manufacturer: txt.get('usb_mfg'), model: txt.get('usb_mdl'), makeAndModel: txt.get('ty') }
      return named.model === undefined && named.makeAndModel === undefined ? [] : [printerClaim(source, named)]
    }
    if (type === '_axis-video') {
      const model = /^AXIS ([\w-]+)/.exec(instance)?.[1]
      return [{ source, type: 'camera', manufacturer: 'Axis', ...optional({ model }) }]
    }
    const model = txt.get('model')
    if (type !== '_airplay' || model === undefined || !macModel.test(model)) return []
    return [{ source, type: 'computer', manufacturer: 'Apple', model, os: { name: 'macOS' } }]
  })
}
