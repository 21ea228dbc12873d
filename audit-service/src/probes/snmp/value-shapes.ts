import { isJunkSerial } from '@rollcall/shared/inventory/junk/serials.ts'
import { isEmptyText } from './empty-text.ts'

/** A quantity, a frequency, a speed: `1000MHZ`, `52 %`, `45.8 C`. */
const measure =
  /^[-+]?\d+(?:\.\d+)? ?(?:%|percent|[kmgt]?i?b(?:ytes?|\/s|ps)?|[kmg]?hz|[mk]?[vaw]|va|kva|m?watts?|dbm?|[cf]|rpm|ms|s|sec\w*|min\w*|hours?|days?|ma?h|mm?)$/i
/** Dates and times in the usual notations. */
const time =
  /\b\d{1,2}:\d\d(?::\d\d)?\b|\b(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ -]\d/i
const address = /^(?:\d{1,3}\.){3}\d{1,3}(?:[:/]\d+)?$/
/** Octets with separators; without them one of a single device, so its first octet is even, with a letter. */
const hardwareAddress =
  /^(?:[0-9a-f]{2}[:. -]){5,7}[0-9a-f]{2}$|^(?:[0-9a-f]{4}[.-]){2,3}[0-9a-f]{4}$|^(?=\d*[a-f])[0-9a-f][02468ace](?:[0-9a-f]{10}|[0-9a-f]{14})$/i
const digest = /^[0-9a-f]{32,}$/i

/** Returns true for a text that is a quantity, a time, an address, a path, or nothing at all. */
export const isNoName = (text: string): boolean =>
  isEmptyText(text) ||
  measure.test(text) ||
  time.test(text) ||
  address.test(text) ||
  /[@\\|<>{}=]|^[./]|:\/\//.test(text)

/** Returns true for groups of equal length (`3WC8-7H2K-9QX4`), or a digest: keys of licences, and no identity. */
export function isKey(text: string): boolean {
  const [first = '', ...others] = text.split('-')
  const isGrouped = others.length >= 2 && first.length >= 4 && others.every(({ length }) => length === first.length)
  return (isGrouped && /^[\w-]+$/.test(text)) || digest.test(text)
}

/**
 * Returns true for the form of a serial number: capitals and digits in one word, with digits enough. A number alone
 * could be a counter or a size, unless it is long or starts with 0.
 */
export function isSerialShaped(text: string): boolean {
  if (!/^[A-Z0-9][A-Z0-9-]{5,30}[A-Z0-9]$/.test(text) || isNoName(text) || isJunkSerial(text)) return false
  if (hardwareAddress.test(text) || isKey(text) || isVersionShaped(text)) return false
  const digits = text.replace(/\D/g, '').length
  if (digits === text.length) return (text.startsWith('0') || digits >= 9) && !dateOrPhone.test(text)
  // `PPC440GP` and `RS232` are names.
  return digits >= 4 && digits * 3 >= text.length
}

/** A date, the 15 digits of an IMEI or IMSI, or the 19 or 20 of a SIM. */
const dateOrPhone =
  /^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?:[012]\d[0-5]\d(?:[0-5]\d)?)?|\d{15}|89\d{17,18})$/

/** Returns true for a serial number that cannot be a size, a time, a digest or the name of a product. */
export const isDistinctSerial = (text: string): boolean =>
  text.length >= 9 && /^(?=.*[G-Z])[A-Z0-9]+$/.test(text) && isSerialShaped(text)

/** Words of the version of something else than the device's software. */
const foreignVersion =
  /\b(?:snmp\w*|mib|agent|boot\w*|kernel|linux|u-boot|cpld|fpga|hardware|hw|openssl|ssh|http\w*|protocol|gpl|lgpl|java|php|mysql|bios|licen[cs]e\w*|key)\b/i
const keyedVersion = /\b(?:version|firmware|release|revision|rev|ver|fw|sw|software|build)\b[ :.-]*v?\d/i

/** Returns true for the form of a version: three numbers, or two with a `V`, a keyword, a product or a build. */
export function isVersionShaped(text: string): boolean {
  if (text.length > 64 || isNoName(text) || foreignVersion.test(text) || isKey(text)) return false
  if (keyedVersion.test(text)) return true
  return (
    /^v ?\d{1,4}(?:\.\d{1,6}\w{0,4}){1,5}(?:[ _.-]?[\w().,-]{1,24}){0,3}$/i.test(text) ||
    /^\d{1,4}(?:\.\d{1,8}[a-z]?\d{0,4}){2,5}(?:[ _.-][\w().]{1,24}){0,3}$/i.test(text) ||
    /^[A-Z][A-Za-z]{1,11}[ _-]?v?\d{1,3}(?:\.\d{1,5}[a-z]?){2,4}(?:[ _-][\w().-]{1,16})?$/.test(text) ||
    /^[A-Za-z-]{0,12}V\d{3,4}R\d{3,4}\w{0,20}$/.test(text)
  )
}

/** Ports, parts and sensors, which have numbers as models have. */
const partName =
  /^(?:gi|te|fa|et|ge|xe|po|lo|br|sd|hd|md|dm|ps|ch|if|ra)[ _:#/.-]*\d[\d/:.]*$|^(?:eth|port|vlan|slot|lan|wan|null|tun|tunnel|bond|ppp|usb|cpu|core|fan|psu|power|temp\w*|sensor|disk|drive|dev|card|board|module|unit|channel|line|input|output|outlet|relay|user|group|policy|zone|rule|server|host|radio|ssid|wlan|wifi|ath|interface|gigabit\w*|fast\w*|ten\w*|forty\w*|hundred\w*|bridge|serial|console|com|tty|label|name|test|default|battery|phase|bank|circuit|probe|alarm|event|config|profile|session|queue|pool|account)s?[ _:#/.-]*[\d/]+/i
/** Systems, processors, standards and kinds of interfaces. */
const otherName =
  /\b(?:linux|windows|intel|amd|xeon|celeron|pentium|atom|arm\w*|cortex|mips\w*|powerpc|ppc\w*|x86\w*|i[3-6]86|amd64|core\(tm\)|processor|cpu|ethernet|interface|802\.\w+|ipv[46]|snmpv\w+|md5|sha\d*|aes\d*|des|utf-?8|gmt|utc|h\.26\d|mpeg\d?|mjpeg|rs-?\d{3}|base-?t\w*|licen[cs]e\w*|key|mib|agent|average)\b/i

/** Returns true for the form of a model: one to five words, one of them with a digit, that name a thing. */
export function isModelShaped(text: string): boolean {
  if (text.length < 3 || text.length > 40 || isNoName(text) || isVersionShaped(text)) return false
  if (!/^[A-Za-z0-9][\w+/().,& -]*$/.test(text) || !/\d/.test(text) || !/[A-Za-z]/.test(text)) return false
  if (text.split(' ').length > 5 || hardwareAddress.test(text) || isKey(text)) return false
  // A version of two numbers, a name of lower case, a count of something.
  if (/\d\.\d+\.\d|^[a-z]{0,3}\.?\d+\.\d+/i.test(text) || !/[A-Z]|^\d/.test(text) || /^\d+ /.test(text)) return false
  return !partName.test(text) && !otherName.test(text)
}
