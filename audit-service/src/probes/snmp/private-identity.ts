import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import type { SnmpFacts } from './facts.ts'
import { labelledIdentity, type PrivateIdentity, type Sourced } from './labelled-identity.ts'
import { hostAgents } from './manufacturers.ts'
import { enterpriseOf } from './mibs/enterprises.ts'
import type { FabricUnit } from './mibs/fabric-unit.ts'
import { formatOid } from './oid.ts'
import type { PrivateObject } from './private-objects.ts'
import { describedVersion } from './sys-descr-version.ts'
import { isDistinctSerial, isModelShaped, isNoName, isSerialShaped, isVersionShaped } from './value-shapes.ts'

/** The facts of known MIBs, and what is only read if those do not suffice. */
export type DeviceFacts = SnmpFacts & { fabricUnit?: FabricUnit; privateObjects?: readonly PrivateObject[] }

/** Values that other objects of the device prove. */
export type Proven = Record<'manufacturer' | 'model' | 'serialNumber' | 'version', string | undefined>

/** Objects side by side: the scalars of one node, or the only row of a table. */
type Group = { members: PrivateObject[]; isScalar: boolean }

/** Each part is an object, or undefined. */
type Recognized = Partial<Record<'model' | 'serialNumber' | 'version', PrivateObject | undefined>>

const membersMax = 64

/**
 * Recognizes model, serial number and version among private objects whose MIB is unknown, by form and position. An
 * object counts only if something else confirms it: a neighbor with a value that the device also has elsewhere (its
 * model, version or address), neighbors that complete it to an identity, or a label.
 */
export function identityOf(facts: DeviceFacts, proven: Proven): PrivateIdentity {
  const texts = textsOf(facts)
  const groups = groupsOf(texts)
  const signs = signsOf(facts, proven)
  const scalars = groups.flatMap(({ members, isScalar }) => (isScalar ? members : []))
  const alone = {
    model: scalars.find(({ text }) => signs.isModel(text) && signs.namesDevice(text)),
    // An agent that was added to a host may number anything.
    serialNumber: isHost(facts)
      ? undefined
      : onlyOne(scalars.filter(({ text }) => isDistinctSerial(text) && !signs.isOther(text))),
    version: onlyOne(scalars.filter(({ text }) => isKeyedVersion(text))),
  }
  const found = [...groups.map((group) => identityIn(group, signs)), alone]
  const first = (part: keyof Recognized, except?: string): Sourced | undefined => {
    const [object] = found.flatMap((one) => one[part] ?? []).filter(({ text }) => text !== except)
    return object && sourced(object)
  }
  const labelled = labelledIdentity(texts)
  const model = labelled.model ?? first('model')
  return {
    model: withoutRevision(model),
    serialNumber: labelled.serialNumber ?? first('serialNumber', model?.value),
    version: withoutLabel(labelled.version ?? first('version')),
  }
}

const isHost = ({ system }: DeviceFacts): boolean =>
  system.objectId !== undefined && hostAgents.has(enterpriseOf(system.objectId) ?? -1)

/** Leaves out what people configure: the name, the place and the contact of the device. */
function textsOf({ privateObjects = [], system }: DeviceFacts): PrivateObject[] {
  const configured = new Set([system.name, system.location, system.contact])
  return privateObjects.filter(({ text }) => !configured.has(text))
}

const sourced = ({ oid, text }: PrivateObject): Sourced => ({ value: text, source: formatOid(oid) })

/** Removes the revision of the hardware: `T2600G-28TS 1.0`. */
const withoutRevision = (model: Sourced | undefined): Sourced | undefined =>
  model && { ...model, value: model.value.replace(/ v?\d{1,2}\.\d{1,2}$/i, '') }

/** Removes the words before a version: `Version 8.0q`. */
const withoutLabel = (version: Sourced | undefined): Sourced | undefined =>
  version && /^[a-z ]*(?:version|firmware|release|rev)\b/i.test(version.value)
    ? { ...version, value: describedVersion(version.value) ?? version.value }
    : version

/** A value that several objects repeat is one. */
function onlyOne(objects: readonly PrivateObject[]): PrivateObject | undefined {
  const [first] = objects
  return first && objects.every(({ text }) => text === first.text) ? first : undefined
}

/** Groups the objects by their OIDs: `node.N.0` side by side, and `entry.COLUMN.ROW` of tables with a single row. */
function groupsOf(objects: readonly PrivateObject[]): Group[] {
  const nodes = new Map<string, Map<number, PrivateObject[]>>()
  for (const object of objects) {
    const index = object.oid.at(-1) ?? 0
    const node = formatOid(object.oid.slice(0, -2))
    const rows = nodes.get(node) ?? new Map<number, PrivateObject[]>()
    const members = rows.get(index) ?? []
    if (members.length < membersMax) members.push(object)
    nodes.set(node, rows.set(index, members))
  }
  return [...nodes.values()].flatMap((rows) =>
    [...rows].flatMap(([index, members]) =>
      index === 0 || rows.size === 1 ? [{ members, isScalar: index === 0 }] : [],
    ),
  )
}

type Signs = {
  /** The device has the same value elsewhere. */
  repeats: (text: string) => boolean
  /** The text shares a word with sysDescr, as `WAC m5800` does with `Linux Wac`. */
  namesDevice: (text: string) => boolean
  isManufacturer: (text: string) => boolean
  /** The text has the form of a model, and is no other proven value. */
  isModel: (text: string) => boolean
  /** The text is the address or the name of another device. */
  isForeign: (text: string) => boolean
  /** The text is another value or a product's number, and no serial number. */
  isOther: (text: string) => boolean
}

function signsOf({ system, interfaces, classes, topology }: SnmpFacts, proven: Proven): Signs {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[\s,;:()"]+/g, ' ')
      .trim()
  const described = plain(system.description ?? '')
  const macs = new Set([classes.bridge?.address, ...interfaces.map(({ macAddress }) => macAddress)])
  const { manufacturer = '', model, serialNumber, version } = proven
  const others = [model, version].map((value) => value && plain(value))
  const values = new Set([...others, serialNumber && plain(serialNumber)])
  // Numbers of a product start with its model, and so may its serial numbers: they tell nothing.
  const words = described.split(/[ _-]/).filter((word) => word.length >= 4 && /[a-z]\d|\d[a-z]/.test(word))
  const codes = model === undefined ? words : [...words, plain(model)]
  const isSaid = (lower: string) => ` ${described} `.includes(` ${lower} `)
  const repeats = (text: string): boolean => {
    const mac = normaliseMac(text)
    if (mac !== undefined && macs.has(mac)) return true
    const lower = plain(text)
    // A copy of sysDescr proves no more than sysDescr.
    if (lower === described) return false
    return values.has(lower) || (text.length >= 4 && /\d/.test(text) && !isNoName(text) && isSaid(lower))
  }
  const neighbors = new Set(topology.neighbors.flatMap(({ name, chassisId }) => [name, chassisId]))
  return {
    repeats,
    isForeign: (text) => {
      const mac = normaliseMac(text)
      return neighbors.has(text) || (mac !== undefined && !macs.has(mac))
    },
    namesDevice: (text) => repeats(text) || text.split(/[\s-]+/).some((word) => isName(word) && isSaid(plain(word))),
    isManufacturer: (text) => manufacturer !== '' && plain(text).startsWith(plain(manufacturer)) && !/\d/.test(text),
    isModel: (text) => isModelShaped(text) && text !== serialNumber && plain(text) !== described,
    isOther: (text) => others.includes(plain(text)) || codes.some((code) => plain(text).startsWith(code)),
  }
}

/** Words that sysDescr shares with many devices. */
const commonWord =
  /^(?:linux|unix|windows|switch|router|firewall|gateway|server|system|software|hardware|version|device|network|ethernet|managed|smart|series|web|snmp|agent|card|management|gigabit|fast|port|power|supply|ups|pdu|unit|controller|module|the|and|for|with|usb|lan|wan|poe|wireless|access|point|printer|camera|storage|release|copyright|inc|ltd|technology|technologies|company|smp|build|gnu|model|mips|arm)$/i
const isName = (word: string): boolean => /^[A-Za-z]{3,}$/.test(word) && !commonWord.test(word)

/**
 * Returns the values of a group that describes the device: one of its objects repeats a value of the device or names
 * its manufacturer, or the serial number stands together with model or version among scalars.
 */
function identityIn({ members, isScalar }: Group, signs: Signs): Recognized {
  // The only neighbor or client of a device has a row too, and may be of the same model.
  if (!isScalar && members.some(({ text }) => signs.isForeign(text))) return {}
  // The only row of a table may be a part, which its manufacturer names too.
  const isConfirmed = members.some(({ text }) => signs.repeats(text) || (isScalar && signs.isManufacturer(text)))
  const named = afterManufacturer(members, signs)
  const isSerial = (text: string) =>
    isSerialShaped(text) && (isConfirmed || isDistinctSerial(text)) && text !== named?.text && !signs.isOther(text)
  const serials = members.filter(({ text }) => isSerial(text))
  const models = members.filter(({ text }) => signs.isModel(text) && !serials.some((one) => one.text === text))
  const versions = members.filter(({ text }) => isVersionShaped(text))
  // Without a sign only what cannot be a code of the firmware counts.
  const unsigned = isConfirmed ? models : models.filter(({ text }) => /^[A-Z]/i.test(text))
  const model = models.find(({ text }) => signs.repeats(text)) ?? named ?? onlyOne(unsigned)
  const serialNumber = bestSerial(serials.filter(({ text }) => model === undefined || !text.startsWith(model.text)))
  const version = versions.find(({ text }) => signs.repeats(text)) ?? longestVersion(versions)
  const parts = [model, serialNumber, version].filter((part) => part !== undefined)
  const isComplete = isScalar && parts.length >= 2 && serialNumber !== undefined
  return isConfirmed || isComplete ? { model, serialNumber, version } : {}
}

/** The model follows the manufacturer, as in UPS-MIB, ENTITY-MIB and most private ones. */
function afterManufacturer(members: readonly PrivateObject[], signs: Signs): PrivateObject | undefined {
  const at = members.findIndex(({ text }) => signs.isManufacturer(text))
  const next = at < 0 ? undefined : members[at + 1]
  return next && signs.isModel(next.text) ? next : undefined
}

/** A number could be a size, and a word with hyphens a part number: they count only without a better one. */
function bestSerial(serials: readonly PrivateObject[]): PrivateObject | undefined {
  const words = serials.filter(({ text }) => /^(?:0|[0-9]*[A-Z])[A-Z0-9]*$/.test(text))
  return onlyOne(words.length > 0 ? words : serials)
}

/** Hardware and boot loader have shorter versions than the software; equal lengths tell nothing. */
function longestVersion(versions: readonly PrivateObject[]): PrivateObject | undefined {
  const length = (text: string) => text.split(/\d+/).length
  const longest = Math.max(...versions.map(({ text }) => length(text)))
  return onlyOne(versions.filter(({ text }) => length(text) === longest))
}

/** Matches `V5.5.80 build 190131` and `Firmware Version 2.3.1`, which are versions even without neighbors. */
const isKeyedVersion = (text: string): boolean =>
  isVersionShaped(text) && /\d\.\d/.test(text) && /\b(?:firmware|version|release|build|fw|sw|software)\b/i.test(text)
