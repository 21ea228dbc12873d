import type { Print } from '../identify/print.ts'
import type { Visit } from '../identify/visit.ts'
import {
  answersRequest,
  anyInstance,
  instanceOf,
  instanceOfIAm,
  properties,
  propertyOf,
  readRequest,
  textOf,
  whoIs,
} from './apdu.ts'

/**
 * Reads vendor, model, version and name of a device of building automation: properties of its device object. A device
 * may know the instance that stands for any device, or tell its own when it is asked who it is.
 */
export const bacnetPrint: Print = {
  name: 'bacnet',
  ports: { udp: [47_808] },
  read: async (visit) => {
    const [answer, iAm] = await Promise.all([
      ask(visit, 1, properties.objectIdentifier, anyInstance),
      visit.query(whoIs, (message) => instanceOfIAm(message) !== undefined),
    ])
    if (answer === undefined && iAm === undefined) return undefined
    const instance = (iAm && instanceOfIAm(iAm)) ?? (answer && instanceOf(propertyOf(answer)))
    const texts = await readTexts(visit, instance ?? anyInstance)
    const { vendorName, modelName, firmwareRevision, applicationSoftwareVersion, serialNumber, objectName } = texts
    const lines = [instance !== undefined && `Device ${instance}`, objectName].filter(Boolean)
    return {
      service: { name: 'bacnet', product: modelName, version: firmwareRevision, banner: lines.join(': ') },
      device: {
        label: objectName,
        manufacturer: vendorName,
        model: modelName,
        serialNumber,
        firmwareVersion: firmwareRevision ?? applicationSoftwareVersion,
      },
    }
  },
}

const textProperties = [
  'vendorName',
  'modelName',
  'firmwareRevision',
  'applicationSoftwareVersion',
  'objectName',
  'serialNumber',
] as const
type Texts = Partial<Record<(typeof textProperties)[number], string>>

/** Reads one property after another, as small devices lose requests that arrive together. Ends at the first silence. */
async function readTexts(visit: Visit, instance: number): Promise<Texts> {
  const texts: Texts = {}
  for (const [index, name] of textProperties.entries()) {
    const answer = await ask(visit, 2 + index, properties[name], instance)
    if (answer === undefined) break
    const text = textOf(propertyOf(answer))
    if (text !== undefined) texts[name] = text
  }
  return texts
}

const ask = (visit: Visit, invokeId: number, property: number, instance: number) =>
  visit.query(readRequest(invokeId, property, instance), (message) => answersRequest(message, invokeId))
