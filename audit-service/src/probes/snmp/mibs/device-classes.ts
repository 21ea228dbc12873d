import { normaliseMac } from '@rollcall/shared/inventory/primitives.ts'
import { oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asBytes, asNumber } from '../varbind.ts'
import { present } from './present.ts'

/** What the MIBs that only one class of device has say: their presence alone tells the class. */
export type ClassMibs = {
  /** Printer-MIB (RFC 3805). */
  printer?: { serialNumber?: string }
  /** UPS-MIB (RFC 1628). */
  ups?: { manufacturer?: string; model?: string; firmware?: string }
  /** BRIDGE-MIB (RFC 4188). */
  bridge?: { address?: string; ports?: number }
  /** IEEE802dot11-MIB dot11ResourceInfoTable. */
  radio?: { manufacturer?: string; product?: string; version?: string; index: number }
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
} as const

const scalars = [
  classOids.upsManufacturer,
  classOids.upsModel,
  classOids.upsSoftware,
  classOids.upsAgentSoftware,
  classOids.prtGeneralSerialNumber,
  /** prtGeneralConfigChanges: mandatory, where the serial number is not. */
  '1.3.6.1.2.1.43.5.1.1.1.1',
  classOids.bridgeAddress,
  classOids.bridgePorts,
].map(oid)

const radioColumns = [classOids.radioManufacturer, classOids.radioProduct, classOids.radioVersion].map(oid)

export async function readClassMibs(reader: SnmpReader): Promise<ClassMibs> {
  const found = await reader.get(scalars)
  const [maker, model, software, agent, serial, printerChanges, address, ports] = found
  const isUps = [maker, model, software, agent].some((varbind) => varbind !== undefined)
  const isPrinter = serial !== undefined || printerChanges !== undefined
  const isBridge = address !== undefined || ports !== undefined
  const octets = asBytes(address)
  const { rows } = await reader.table(radioColumns, { rowsMax: 1 })
  const [radio] = rows
  return present({
    ups: isUps
      ? present({ manufacturer: asText(maker), model: asText(model), firmware: asText(software) ?? asText(agent) })
      : undefined,
    printer: isPrinter ? present({ serialNumber: asText(serial) }) : undefined,
    bridge: isBridge
      ? present({ address: octets && normaliseMac(octets.toString('hex')), ports: asNumber(ports) })
      : undefined,
    radio: radio && {
      index: radio.index[0] ?? 0,
      ...present({
        manufacturer: asText(radio.cells[0]),
        product: asText(radio.cells[1]),
        version: asText(radio.cells[2]),
      }),
    },
  })
}
