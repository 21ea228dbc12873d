import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asBytes, asNumber } from '../varbind.ts'

/** Data of MIBs that only one class of devices has: their presence alone identifies the class. */
export type ClassMibs = {
  /** Printer-MIB (RFC 3805). */
  printer?: { serialNumber?: string }
  /** UPS-MIB (RFC 1628). */
  ups?: { manufacturer?: string; model?: string; firmware?: string }
  /** BRIDGE-MIB (RFC 4188). */
  bridge?: { address?: string; ports?: number }
  /** IEEE802dot11-MIB dot11ResourceInfoTable. */
  radio?: { manufacturer?: string; product?: string; version?: string; index: number }
  /** RMON2-MIB probeSoftwareRev (RFC 4502): the version of the switch that contains the probe. */
  probeVersion?: string
  /** DOCS-CABLE-DEVICE-MIB (RFC 4639). */
  cableModem?: { serialNumber?: string; version?: string }
  /**
   * Data that the device announces to its neighbors: LLDP-MIB lldpLocSysDesc, and the inventory of LLDP-EXT-MED-MIB.
   */
  lldp?: { description?: string; version?: string; serialNumber?: string; manufacturer?: string; model?: string }
}

export const classOids = {
  upsManufacturer: '1.3.6.1.2.1.33.1.1.1.0',
  upsModel: '1.3.6.1.2.1.33.1.1.2.0',
  upsSoftware: '1.3.6.1.2.1.33.1.1.3.0',
  upsAgentSoftware: '1.3.6.1.2.1.33.1.1.4.0',
  prtGeneralSerialNumber: '1.3.6.1.2.1.43.5.1.1.17.1',
  bridgeAddress: '1.3.6.1.2.1.17.1.1.0',
  bridgePorts: '1.3.6.1.2.1.17.1.2.0',
  radioManufacturer: '1.2.840.10036.3.1.2.1.2',
  radioProduct: '1.2.840.10036.3.1.2.1.3',
  radioVersion: '1.2.840.10036.3.1.2.1.4',
  docsDevSerialNumber: '1.3.6.1.2.1.69.1.1.4.0',
  docsDevSwCurrentVers: '1.3.6.1.2.1.69.1.3.5.0',
  probeSoftwareRev: '1.3.6.1.2.1.16.19.2.0',
  lldpDescription: '1.0.8802.1.1.2.1.3.4.0',
  lldpSoftware: '1.0.8802.1.1.2.1.5.4795.1.2.4.0',
  lldpSerialNumber: '1.0.8802.1.1.2.1.5.4795.1.2.5.0',
  lldpManufacturer: '1.0.8802.1.1.2.1.5.4795.1.2.6.0',
  lldpModel: '1.0.8802.1.1.2.1.5.4795.1.2.7.0',
} as const

const scalars = [
  classOids.upsManufacturer,
  classOids.upsModel,
  classOids.upsSoftware,
  classOids.upsAgentSoftware,
  classOids.prtGeneralSerialNumber,
  /** prtGeneralConfigChanges: mandatory, unlike the serial number. */
  '1.3.6.1.2.1.43.5.1.1.1.1',
  classOids.bridgeAddress,
  classOids.bridgePorts,
  classOids.docsDevSerialNumber,
  classOids.docsDevSwCurrentVers,
  classOids.probeSoftwareRev,
  classOids.lldpDescription,
  classOids.lldpSoftware,
  classOids.lldpSerialNumber,
  classOids.lldpManufacturer,
  classOids.lldpModel,
].map(oid)

const radioColumns = [classOids.radioManufacturer, classOids.radioProduct, classOids.radioVersion].map(oid)

export async function readClassMibs(reader: SnmpReader): Promise<ClassMibs> {
  const found = await reader.get(scalars)
  const [
    manufacturer,
    model,
    software,
    agent,
    serial,
    printerChanges,
    address,
    ports,
    modemSerial,
    modemVersion,
    ...more
  ] = found
  const [probe, ...med] = more
  const [description, medSoftware, medSerial, medMaker, medModel] = med
  const isUps = [manufacturer, model, software, agent].some((varbind) => varbind !== undefined)
  const isPrinter = serial !== undefined || printerChanges !== undefined
  const isBridge = address !== undefined || ports !== undefined
  const octets = asBytes(address)
  const { rows } = await reader.table(radioColumns, { rowsMax: 1 })
  const [radio] = rows
  return optional({
    ups: isUps
      ? optional({
          manufacturer: asText(manufacturer),
          model: asText(model),
          firmware: asText(software) ?? asText(agent),
        })
      : undefined,
    printer: isPrinter ? optional({ serialNumber: asText(serial) }) : undefined,
    bridge: isBridge
      ? optional({ address: octets && normaliseMac(octets.toString('hex')), ports: asNumber(ports) })
      : undefined,
    probeVersion: asText(probe),
    cableModem:
      modemSerial === undefined && modemVersion === undefined
        ? undefined
        : optional({ serialNumber: asText(modemSerial), version: asText(modemVersion) }),
    lldp: med.every((varbind) => varbind === undefined)
      ? undefined
      : optional({
          description: asText(description),
          version: asText(medSoftware),
          serialNumber: asText(medSerial),
          manufacturer: asText(medMaker),
          model: asText(medModel),
        }),
    radio: radio && {
      index: radio.index[0] ?? 0,
      ...optional({
        manufacturer: asText(radio.cells[0]),
        product: asText(radio.cells[1]),
        version: asText(radio.cells[2]),
      }),
    },
  })
}
