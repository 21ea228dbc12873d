import { isKey } from './value-shapes.ts'

/** Words between a manufacturer's name and its model, or before either. */
const genericWords =
  /^(?:the|by|for|and|model|series|switch|router|firewall|gateway|ethernet|smart|managed|stackable|gigabit|layer|platform|software|operating|system|systems|network|networks|networking|communications|technologies|inc|corp|corporation|company|ltd|co|gmbh)$/i
/** Standards, protocols, processors, speeds and components of print servers that look like models. */
const notModels =
  /^(?:H\.26\d|RS-?\d{3}|Cortex-\w+|3Com|OS\/\d+|iDRAC\d|iLO\d?|iRMC|E[357]-\d{4}\w*|\d+-ports?|\d{1,3}[kmgt](?:be?|bit|e)?|[0-9A-F]{12}|MPEG-?\d|802\.\w+|IPv[46]|SNMPv\w+|L[23]|x86(?:_64)?|i[3-6]86|amd64|RFC\d+|BCM\d+\w*|RTL\d+\w*|OS\d{1,2}|[A-Z]+\/\d+(?:\.\d+)+\w*|\d+[kmgt]?(?:base.*|b\/s|bps|hz|port|ports)|10+\/10+\S*|100[0]?\/\S*|JD\d+|JSI\d+)$/i
/** Words for device types, which are no part of a product name. */
const kindWords =
  /\b(?:the|an?|by|for|with|series|networks?|networking|wireless|technologies|communications|switch(?:es)?|router|firewall|gateway|controller|card|network|ethernet|cmts|array|running|sensor|appliance|server|printer|agent|module|management|managed|port|device|system|software|camera|phone|storage|inc|corp|ltd)\b/i

/**
 * Returns the first word of sysDescr that has the form of a model and comes before the version, or the one after
 * `running on`. A series name includes the following number: `ZXR10 5250-52TM-H`.
 */
export function describedModel(description: string, manufacturer: string | undefined): string | undefined {
  const [, runningOn] = /\brunning on (?:an? )?(?:[\w.]+ ){0,4}?([\w./-]*\d[\w./-]*)/i.exec(description) ?? []
  if (runningOn !== undefined) return runningOn
  const versioned = versionedProduct(description, manufacturer)
  if (versioned !== undefined) return versioned
  const beforeVersion =
    description.split(/\bversion\b|\bfirmware\b|\bfw:|\brelease\b|\brevision\b|\bcopyright\b/i)[0] ?? ''
  // `Software (C2960X-UNIVERSALK9-M)` names the image, not the device.
  const withoutImage = beforeVersion.replace(/\bsoftware \([^)]*\)/gi, '')
  const product = productOf(withoutImage, manufacturer) ?? leadingProduct(description, manufacturer)
  if (product !== undefined) return product
  const whole = wholeProduct(description, manufacturer)
  // `10KT` needs its prefix `Magnum`, `GXT4` stands alone.
  const isOnlyWhole = whole !== undefined && / \d\w*$/.test(whole) && !kindWords.test(whole)
  return isOnlyWhole ? whole : (modelWord(withoutImage, manufacturer) ?? whole ?? lateModel(description, manufacturer))
}

/**
 * Returns a model behind the version: in its brackets (`Version 5.70 (S9300 V100R003C00)`), or behind the manufacturer's
 * name, which stands there again: `Software Version 5.20.99, Release 2221P20 H3C S5500-28C-EI`.
 */
function lateModel(description: string, manufacturer: string | undefined): string | undefined {
  const [, inBrackets] = /\(((?:[A-Z][a-z]{2,15} )?[A-Z]*\d[\w&-]{1,20}) V\d{3}R\d{3}/.exec(description) ?? []
  if (inBrackets !== undefined || manufacturer === undefined) return inBrackets
  const words = description.split(/[\s,;()]+/)
  const at = words.findLastIndex((word) => word.toLowerCase() === manufacturer.toLowerCase())
  const next = at < 1 ? '' : (words[at + 1] ?? '')
  return isModelShaped(next, true) ? next : undefined
}

function modelWord(text: string, manufacturer: string | undefined): string | undefined {
  const words = text.split(/[\s,;()]+/).map((word) => word.replace(/[.:]+$/, '').replace(/-v\d+(?:\.\d+)+$/, ''))
  const manufacturerWords = (manufacturer ?? '').toLowerCase().split(' ')
  let afterManufacturer = false
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? ''
    if (manufacturerWords.includes(word.toLowerCase())) {
      afterManufacturer = true
      continue
    }
    if (word === '' || genericWords.test(word)) continue
    const isNumber = afterManufacturer && /^\d{3,5}$/.test(word)
    if (isNumber || isModelShaped(word, afterManufacturer)) return withNext(word, words[i + 1] ?? '')
    afterManufacturer = false
  }
  return undefined
}

/**
 * Appends the next word if it is the number of a series: `ZXR10 5250-52TM-H`, `Nokia 1830 PSS-8`; but `Avaya 1608 IP
 * Phone` is a 1608.
 */
function withNext(word: string, next: string): string {
  const isSeries = /^[A-Z]{2,}\d{1,2}$/.test(word)
    ? /^\d{3,}[\w-]*$/.test(next)
    : /^\d+$/.test(word) && /^[A-Z]{2,4}-\d/.test(next)
  return isSeries ? `${word} ${next}` : word
}

/** Names that people give to hosts: `SW-CORE-01`. */
const hostName =
  /^(?:sw|switch|core|srv|server|rtr|router|fw|gw|acc|access|dist|edge|mgmt|lab|test|dc|site|office|store|shop|host|node|idf|mdf)[-_](?:\w+[-_]){0,4}\d{1,3}$|\d[-_](?:prod|test|dev|stage|old|new|backup)\d{0,2}$/i

/**
 * Returns true for a word of letters and digits. Lower case only counts directly after the manufacturer's name;
 * elsewhere it is the name of a host or a file.
 */
function isModelShaped(word: string, afterManufacturer: boolean): boolean {
  // `MOBOTIX M16`, `Mimosa B5c`
  const lengthMin = afterManufacturer && /^[A-Z]\d(?:\d|[a-z])$/.test(word) ? 3 : 4
  if (word.length < lengthMin || word.length > 40 || notModels.test(word) || isKey(word)) return false
  if (!afterManufacturer && hostName.test(word)) return false
  const letters = afterManufacturer ? /[A-Za-z]/ : /[A-Z]/
  if (!/\d/.test(word) || !letters.test(word) || !/^[A-Za-z0-9][\w./+-]*$/.test(word)) return false
  // Versions and dates: V5.1, 2.0.1, NS11.1, W.15.08, B_7_2_1, V200R007C00, VSOS-V0600R0705, MX-V5.0.2, 12-May-2020.
  if (/^[A-Za-z]{0,3}[._]?\d+(?:[._]\d+){2,}$/.test(word) || /(?:^|-)V\d+[R.]\d+/i.test(word)) return false
  if (/^\d\.[A-Z]/.test(word) || /^(?:Rel|Rev|Ver)\b/i.test(word) || /^[A-Z]{1,2}\.\d/.test(word)) return false
  if (/^[A-Za-z]{0,3}\d+\.\d/.test(word) || /^[VR]\d+[A-Z]\d+(?:[._-]|$)/.test(word)) return false
  return !/^\d+-[A-Z][a-z]{2}-\d+$/.test(word)
}

const numbered = /^(?:[A-Z]{0,4}\d{2,5}|[A-Z]{2,4}\d)[a-z]{0,3}$/i

/**
 * Returns manufacturer and product, two or three words of which the last has a number: `Eaton 5PX 3000`, `Xerox
 * WorkCentre 7535; …`, `QLogic SANbox 5600 FC Switch`.
 */
function productOf(text: string, manufacturer: string | undefined): string | undefined {
  if (manufacturer === undefined || !text.trimStart().toLowerCase().startsWith(`${manufacturer.toLowerCase()} `))
    return undefined
  const [clause = ''] = withoutManufacturerName(text, manufacturer).split(/[,;(\n\r]| - | v?\d+\./)
  const words = clause.trim().split(/\s+/)
  const end = words.findIndex((word) => numbered.test(word))
  const product = words.slice(0, end + 1).join(' ')
  const [behind = 'series'] = words.slice(end + 1)
  const isProduct = end >= 1 && end <= 2 && !genericWords.test(words[0] ?? '') && !kindWords.test(product)
  const isOver = behind === 'FC' || kindWords.test(behind) || /^[A-Z]{1,4}\d+\.\d/.test(behind)
  return isProduct && isOver ? product : undefined
}

/**
 * Returns the product line and number that start the text, before its end, a version, a list or the manufacturer:
 * `SmartNode 4970, H/W …`, `Unity 600F EMC 4.3`. A number with letters before it needs no line.
 */
function leadingProduct(description: string, manufacturer: string | undefined): string | undefined {
  if (manufacturer === undefined) return undefined
  const text = withoutManufacturerName(description, manufacturer).trim()
  const [product = '', line = ''] =
    /^((?:[A-Z][a-z]+[A-Za-z]*(?:-[A-Z]+)? ){1,3})\d{2,5}[A-Z]{0,3}(?:-\d{1,2}[A-Z]?)?(?![\w./+-])/.exec(text) ?? []
  const behind = text.slice(product.length)
  const isOver = /^(?:$|\s?[,;(]| v?\d+\.\d)/i.test(behind) || startsWithWord(behind.trimStart(), manufacturer)
  const isName = product !== '' && !kindWords.test(line) && !locationWords.test(line)
  return isName && isOver && line.split(' ').every((word) => !genericWords.test(word)) ? product : undefined
}

const startsWithWord = (text: string, word: string): boolean => text.toLowerCase().startsWith(word.toLowerCase())

/** Returns up to four words with a number among them before the version: `PortServer TS 16 MEI, Version 82000684`. */
function versionedProduct(description: string, manufacturer: string | undefined): string | undefined {
  const [, clause = ''] =
    /^([A-Z][\w+./ -]{3,48}?(?: \([\w ]{1,16}\))?),? (?:firmware |software )?version\b/i.exec(description.trim()) ?? []
  const product = withoutManufacturerName(clause, manufacturer)
  const words = product.replace(/\(.*$/, '').trim().split(' ')
  const isProduct = words.length >= 2 && words.length <= 4 && words.some((word) => /^[A-Z]*\d+\w*$/.test(word))
  return isProduct && !kindWords.test(product) && !/OS\b/.test(product) ? product : undefined
}

/** Words with which people describe the location of devices. */
const locationWords =
  /\b(?:room|floor|building|rack|site|office|dc|lab|hall|main|core|backup|test|my|old|new|store|shop|branch|campus|north|south|east|west|level|zone|area|plant|server)\b/i

const trailingVersion = /,? (?:v|ver\.? ?|version |rev\.? ?|fw ?)\d+(?:\.\w+)+$/i

/**
 * Returns the text if it is only a product name, such as `Expert PDU Energy 8310`: two to four words, the first one
 * capitalized, with a number at the end. Requires a known manufacturer, because otherwise the text may be a person's
 * own words.
 */
function wholeProduct(description: string, manufacturer: string | undefined): string | undefined {
  const text = description.trim().replace(trailingVersion, '')
  if (manufacturer === undefined || text.length > 40 || locationWords.test(text)) return undefined
  if (!/^(?:[A-Z][\w+-]* |[a-z]+[A-Z]\w* ){1,3}(?:\d{3,5}(?:-\d{1,2})?|[A-Z]+\d\w*|\d+[A-Z]\w*)$/.test(text))
    return undefined
  const product = withoutManufacturerName(text, manufacturer)
  const words = product.split(' ')
  // `VSOS V0600R0705B20180507`
  if (/OS$/.test(words[0] ?? '') || /^V\d{3,}R\d/.test(words.at(-1) ?? '')) return undefined
  const isNamed = words.length > 1 && words.slice(0, -1).some((word) => !genericWords.test(word))
  return isNamed && !words.some((word) => notModels.test(word)) ? product : undefined
}

/** Removes the manufacturer, of a name of several words also the first one: `CASA CMTS C10G` of Casa Systems. */
const withoutManufacturerName = (text: string, manufacturer: string | undefined): string => {
  const start = text.trimStart()
  const [first = ''] = manufacturer?.split(' ') ?? []
  const name = [manufacturer, first].find((one) => one && startsWithWord(start, `${one} `))
  return name === undefined
    ? start
    : start
        .slice(name.length + 1)
        .replace(/^(?:(?:EMC|networks?|systems|technologies|communications|inc|corp)\b[.,]* *)+/i, '')
}
