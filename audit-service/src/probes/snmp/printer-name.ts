import { readDeviceId } from '../ipp/device-id.ts'

/**
 * Parses hrDeviceDescr of a printer: `Xerox WorkCentre 7535 v1 Multifunction System; System …` is a WorkCentre 7535.
 * Some printers append serial number and version, some write a device id of IEEE 1284.
 */
export function printerModel(text: string, serialNumber = '') {
  const { model } = readDeviceId(text)
  const [name = ''] = serialNumber === '' ? [text.replace(numberAndVersion, '')] : text.split(` ${serialNumber}`)
  const value = model ?? name.replace(/[;,].*$|\s+v\d+ .*$|\s+multifunction\b.*$/i, '')
  return { value, source: 'hrDeviceDescr' }
}

export const printerSerial = (text: string) => ({ value: readDeviceId(text).serialNumber, source: 'hrDeviceDescr' })

/** `Lexmark XC4150 75284620ABCDE ATL.021.063` */
const numberAndVersion = / (?=[A-Z\d]*\d)[A-Z\d]{7,20} [A-Z]{2,4}\d*(?:\.\w{1,12}){2,6}$/
