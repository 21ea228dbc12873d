import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import { isJunkSerial } from '@rollcall/shared/inventory/junk/serials.ts'
import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { firstOf, hardwareAddress, isNoVersion } from './candidates.ts'
import { deviceEntity } from './device-entity.ts'
import { kindOf } from './device-kind.ts'
import type { SnmpFacts } from './facts.ts'
import type { PrivateIdentity, Sourced } from './labelled-identity.ts'
import { manufacturerOf, manufacturerOfBridge, manufacturerOfOs, nameInText, registrant } from './manufacturer-of.ts'
import { hostAgents } from './manufacturers.ts'
import { classOids } from './mibs/device-classes.ts'
import { enterpriseOf } from './mibs/enterprises.ts'
import { systemSource } from './mibs/system.ts'
import { formatOid } from './oid.ts'
import { printerModel, printerSerial } from './printer-name.ts'
import { type DeviceFacts, identityOf, type Proven } from './private-identity.ts'
import { type DescriptionFacts, readDescription } from './sys-descr.ts'
import { vendors } from './vendors/all.ts'
import { knowledgeOf, type VendorKnowledge } from './vendors/describe.ts'

export type RecognizedValue = { model?: string; serialNumber?: string; firmwareVersion?: string; source: string }

type Identification = {
  type: DeviceType
  /** sysName; empty if the device has none. */
  name: string
  manufacturer?: string
  model?: string
  serialNumber?: string
  os?: DescriptionFacts['os']
  firmwareVersion?: string
  /** Hex. */
  snmpEngineId?: string
  chassisSerials: string[]
  /** Values recognized among private objects of an unknown MIB, each with its object; they are no identity. */
  recognized: RecognizedValue[]
  /** For each value above the object that proves it. */
  evidence: Observation['evidence']
}

/** Returns true if private objects of an unknown MIB have nothing to add. */
export const isIdentified = ({ type, model, serialNumber, firmwareVersion, os }: Identification): boolean =>
  model !== undefined && serialNumber !== undefined && (firmwareVersion !== undefined || runsOs(type, os))

/** The version of a computer is that of its operating system; below an appliance's firmware is a system, too. */
const runsOs = (type: DeviceType, os: DescriptionFacts['os']): boolean =>
  type === 'computer' && os?.version !== undefined

/**
 * Identifies a device from its data by general rules. Nothing is guessed: a value without a proving object stays
 * absent.
 */
export function identify(facts: DeviceFacts): Identification {
  const { system, classes, vendor } = facts
  const enterprise = system.objectId && enterpriseOf(system.objectId)
  const manufacturerMatch = manufacturerOf(facts, enterprise)
  const text = system.description ?? classes.lldp?.description ?? ''
  const descr = system.description === undefined ? classOids.lldpDescription : systemSource('description')
  const numbers = [enterprise, manufacturerMatch?.enterprise].flatMap((number) => number ?? [])
  const vendorFacts = knowledgeOf(vendors, numbers, text, system.objectId && formatOid(system.objectId))
  const description = describedBy(text, nameInText(facts, manufacturerMatch, enterprise), vendorFacts, enterprise)
  const entity = deviceEntity(facts.components, description, manufacturerMatch?.manufacturer.name)
  const ofDescription = (value: string | undefined) => ({ value, source: descr })
  const ofRadio = (value: string | undefined, column: string) => ({
    value,
    source: `${column}.${classes.radio?.index}`,
  })

  const kind = kindOf(facts, enterprise, manufacturerMatch, description, vendorFacts)
  const descriptionModel = ofDescription(description.model)
  const product = { value: vendorFacts.product, source: systemSource('objectId') }
  // `9900` is a series; the device's own description is more exact.
  const entityFirst = !/^\d+$/.test(entity.of('model')?.value ?? '')
  const modelFound = firstOf([
    vendor.model,
    { value: classes.ups?.model, source: classOids.upsModel },
    // A printer's sysDescr describes its network card, unless it has a form known of the manufacturer.
    ...(kind.type === 'printer' ? [ofDescription(vendorFacts.description.model)] : []),
    ...(kind.type === 'printer'
      ? facts.host.printers.map((text) => printerModel(text, classes.printer?.serialNumber))
      : []),
    ...(entityFirst
      ? [entity.of('model'), product, descriptionModel]
      : [product, descriptionModel, entity.of('model')]),
    { value: classes.lldp?.model, source: classOids.lldpModel },
    facts.fabricUnit?.model,
    ofRadio(classes.radio?.product, classOids.radioProduct),
    entity.describedModel,
  ])
  const isNoSerial = (value: string) => isJunkSerial(value) || hardwareAddress.test(value) || ownsMac(facts, value)
  const serialFound = firstOf(
    [
      { value: classes.printer?.serialNumber, source: classOids.prtGeneralSerialNumber },
      ...(kind.type === 'printer' ? facts.host.printers.map(printerSerial) : []),
      vendor.serialNumber,
      entity.of('serialNumber'),
      { value: classes.cableModem?.serialNumber, source: classOids.docsDevSerialNumber },
      { value: classes.lldp?.serialNumber, source: classOids.lldpSerialNumber },
      ofDescription(description.serialNumber),
      entity.ofBoard('serialNumber'),
      facts.fabricUnit?.serialNumber,
    ],
    isNoSerial,
  )
  const manufacturerFound =
    firstOf([vendor.manufacturer, { value: classes.ups?.manufacturer, source: classOids.upsManufacturer }]) ??
    // A name of our own list is no placeholder, as `Intel` is in fields of firmware.
    (manufacturerMatch && { value: manufacturerMatch.manufacturer.name, source: manufacturerMatch.source }) ??
    firstOf([
      ofDescription(description.manufacturer),
      entity.of('manufacturer'),
      ofRadio(classes.radio?.manufacturer, classOids.radioManufacturer),
      { value: classes.lldp?.manufacturer, source: classOids.lldpManufacturer },
      vendor.vendor,
      registrant(facts, enterprise),
      manufacturerOfBridge(facts),
      manufacturerOfOs(description.os?.name),
    ])
  const versionFound = firstOf(
    [
      vendor.firmwareVersion,
      { value: classes.ups?.firmware, source: classOids.upsSoftware },
      ofDescription(description.version),
      { value: classes.cableModem?.version, source: classOids.docsDevSwCurrentVers },
      entity.of('softwareRevision'),
      entity.of('firmwareRevision'),
      entity.ofBoard('softwareRevision'),
      { value: classes.lldp?.version, source: classOids.lldpSoftware },
      { value: classes.probeVersion, source: classOids.probeSoftwareRev },
      ofRadio(classes.radio?.version, classOids.radioVersion),
    ],
    isNoVersion,
  )
  const known = { model: modelFound, serialNumber: serialFound, manufacturer: manufacturerFound, version: versionFound }
  const evidence: Identification['evidence'] = []
  const prove = (field: string, found: Sourced | undefined): string | undefined => {
    if (found) evidence.push({ field, ...found })
    return found?.value
  }
  const model = prove('system.model', modelFound)
  const serialNumber = prove('system.serialNumber', serialFound)
  const manufacturer = prove('system.manufacturer', manufacturerFound)
  const os = osOf(facts, description)
  const firmwareVersion = prove('firmware.version', versionFound)
  if (os) prove('os.name', { value: os.name, source: os.source })
  if (os?.version) prove('os.version', { value: os.version, source: os.source })
  if (kind.source !== '') prove('type', { value: kind.type, source: kind.source })
  const name = prove('name', firstOf([{ value: system.name, source: systemSource('name') }])) ?? ''
  const snmpEngineId = prove(
    'identity.snmpEngineId',
    firstOf([{ value: system.engineId, source: systemSource('engineId') }]),
  )
  const inPrivate = privateIdentity(facts, known)
  const recognized = {
    model: modelFound ? undefined : inPrivate.model,
    serialNumber: serialFound ? undefined : firstOf([inPrivate.serialNumber], isNoSerial),
    firmwareVersion: versionFound || runsOs(kind.type, os) ? undefined : inPrivate.version,
  }
  return {
    type: kind.type,
    name,
    chassisSerials: entity.chassisSerials,
    recognized: Object.entries(recognized).flatMap(([field, found]) =>
      found
        ? [{ [field]: field === 'model' ? modelName(found.value, manufacturer) : found.value, source: found.source }]
        : [],
    ),
    evidence,
    ...(manufacturer !== undefined && { manufacturer }),
    ...(model !== undefined && { model: modelName(model, manufacturer) }),
    ...(serialNumber !== undefined && { serialNumber }),
    ...(os && { os: withoutSource(os) }),
    ...(firmwareVersion !== undefined && { firmwareVersion }),
    ...(snmpEngineId !== undefined && { snmpEngineId }),
  }
}

/** Recognizes what is still unknown among private objects, by the values that other objects prove. */
function privateIdentity(facts: DeviceFacts, known: Record<keyof Proven, Sourced | undefined>): PrivateIdentity {
  if (!facts.privateObjects?.length) return {}
  const { model, serialNumber, manufacturer, version } = known
  return identityOf(facts, {
    model: model?.value,
    serialNumber: serialNumber?.value,
    manufacturer: manufacturer?.value,
    version: version?.value,
  })
}

/**
 * Returns the facts in sysDescr. A vendor's known form has priority over general forms. A host's owner can write
 * anything, so a text without a known manufacturer yields only the system and labelled values.
 */
function describedBy(
  text: string,
  manufacturer: string | undefined,
  vendorFacts: VendorKnowledge,
  enterprise: number | undefined,
): DescriptionFacts {
  const { model, version, ...general } = readDescription(text, manufacturer)
  const os = vendorFacts.os === undefined ? general.os : { ...general.os, name: vendorFacts.os }
  const isAnyones = manufacturer === undefined && enterprise !== undefined && hostAgents.has(enterprise)
  return {
    ...general,
    ...((!isAnyones || general.modelLabelled) && model !== undefined && { model }),
    ...((!isAnyones || os || general.modelLabelled) && version !== undefined && { version }),
    ...vendorFacts.description,
    ...(os && { os }),
  }
}

/** Returns true if the text is an address of the device, in any notation. */
function ownsMac({ interfaces, classes }: SnmpFacts, text: string): boolean {
  const mac = normaliseMac(text)
  return mac !== undefined && [classes.bridge?.address, ...interfaces.map((one) => one.macAddress)].includes(mac)
}

type SourcedOs = NonNullable<DescriptionFacts['os']> & { source: string }

/** sysObjectID of IBM's AIX agent; its version is that of the base operating system's package. */
const aixAgent = '1.3.6.1.4.1.2.3.1.2.1.1.3'

function osOf({ system, software }: SnmpFacts, { os }: DescriptionFacts): SourcedOs | undefined {
  if (os) return { ...os, source: systemSource('description') }
  if (system.objectId?.join('.') !== aixAgent) return undefined
  const base = software.find(({ name }) => name === 'bos.rte')
  if (!base?.version) return { name: 'AIX', source: systemSource('objectId') }
  return { name: 'AIX', version: base.version, source: 'hrSWInstalledTable' }
}

function withoutSource({ source: _, ...os }: SourcedOs): NonNullable<DescriptionFacts['os']> {
  return os
}

const modelName = (model: string, manufacturer: string | undefined): string =>
  withoutKind(withoutManufacturer(model, manufacturer))

/**
 * Removes the manufacturer from a model: `Aruba7210` of Aruba is a 7210, `H3C Switch E528` of H3C a Switch E528, `RISO
 * ComColor GD7330` of RISO KAGAKU a ComColor GD7330.
 * `CISCO3925` is a part number, which does not contain the manufacturer as a name.
 */
function withoutManufacturer(model: string, manufacturer: string | undefined): string {
  const [first = ''] = manufacturer?.split(' ') ?? []
  const name = [manufacturer, first.length >= 4 ? `${first} ` : ''].find(
    (one) => one && model.toLowerCase().startsWith(one.toLowerCase()),
  )
  if (!name) return model
  const isName = model.startsWith(name) && /[a-z]/.test(name)
  const isPartNumber = /^\w/.test(model.slice(name.length)) && !isName && !name.endsWith(' ')
  if (isPartNumber) return model
  const rest = model
    .slice(name.length)
    .replace(/^[\s,_/-]+/, '')
    .replace(/^(?:switch|router|phone) +/i, '')
  // `NetScreen-204` is one name.
  const isJoined = model.charAt(name.length) === '-' && /^\d+$/.test(rest)
  return /\d/.test(rest) && rest.length >= 3 && !isJoined ? rest : model
}

/** Words for the kind of a network device behind its name: `6120XG Blade Switch`, `GbE2c L2/L3 Ethernet Blade Switch`. */
const kindBehind =
  / (?:(?:(?:\d+G|10\/)?(?:gigabit|fast) ?ethernet|ethernet|managed|smart|stackable|poe\+?|l[23](?:\/l?[34])?\+?|layer [23]|blade|lan|access|core|routing|web|services|internet|wireless) )*(?:switch|router|firewall|gateway)(?: module)?$/i

/** Removes the kind from a model that is still a name without it. */
function withoutKind(model: string): string {
  const name = model.replace(kindBehind, '')
  return /\d/.test(name) && name.length >= 4 ? name : model
}
