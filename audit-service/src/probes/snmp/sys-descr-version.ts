/** Versions of components, which appear next to that of the software. */
const partVersions =
  /\b(?:boot ?(?:rom|loader|code)?|cpld|loader|hardware|hw|h\/w|rom|u-boot|device manager|kernel|operating system)(?: ?(?:version|ver|revision|rev)\b\.?)[: ]*\S+/gi

/** Versions of software that is part of the device's. */
const libraryVersions = /\b(?:kernel|openss[lh]|busybox|dropbear|lighttpd|nginx|apache|php|java) v?\d[\w.-]*/gi

/** The version of the SNMP agent or its library, which is software of others: `NET-SNMP version 5.4.2.1`. */
const agentVersions =
  /\b(?:net-?snmp|snmpd|emanate\S{0,16}|snmp(?:v\d\w{0,2})?(?: [a-z/]{1,16}){0,2} agent|snmp agent)(?: agent)?(?: ?(?:version|ver|release|rel)\b\.?)?[: /]*v?\d[\w.-]*/gi

/**
 * In order of trust: labelled firmware, a labelled version or release, a list item of digits and dots only, a leading
 * v.
 */
const versionForms: readonly RegExp[] = [
  // RFC 4639 section 4.
  /\bSW_REV: ?([^;>]+)/,
  // Huawei and its descendants; the number of the platform stands before it.
  /\b(V\d{3}R\d{3}\w*)/,
  // Beside a software version the firmware is that of the boot loader.
  /\bFW[: ]+\S{1,24} {1,4}SW[: ]+([vr]?\d[\w.()-]*)/i,
  /\b(?:firmware|fw)(?: ?(?:version|revision|ver|rev))?[:.= ]+(?:version[:= ]+)?([vr]?\d[\w.()-]*)/i,
  /\bversion[: ]+(\d[\w.()-]*), (release \w*\d[\w.]*)/i,
  /\bversion[: ]+release ([\w.]*\d[\w.]*)/i,
  /\bversion[:= ]+\(?([vr]?\d[\w.()-]*\w\)?)/i,
  /\bversion[: ]+([A-Z][\w-]*[.\d][\w.-]*\d\w*)/i,
  /\brelease[: ]+(\d[\w.()-]*(?: \d-mode)?)/i,
  /\brel\.? ?(?:[A-Z]+\.)?(\d+(?:\.\w+)+)/i,
  /\brevision[: ]+([A-Z]{0,2}\.?\d+\.[\w.-]*\w)/i,
  /\brev[. ]+(\d+\.[\w.]+)/i,
  /\bJUNOS (\d[\w.-]*)/,
  /\b(?:software|s\/w|sw)(?: ?(?:build|revision|ver|rev)\b\.?)?[:= ]+([vr]?\d[\w.()-]*)/i,
  /\b(?:software|softw|sw): ?([A-Z]{1,3}\d+\.[\w.]+)/i,
  /\bver\.? ?(\d+(?:\.\w+)+)/i,
  /\bSW(v\d[\w.]*)/,
  /[,\s]v?(\d+\.[\w.-]*) ?\(build\b/i,
  /[,\s]([VR]?\d+\.\d[\w.]*) \d{4}-\d\d-\d\d\b/,
  /[,;] v?(\d+(?:\.\d+){2,}[\w.-]*) ?(?:[,;]|$)/,
  /(?:^|[\s-])(v\d+(?:\.\w+)+(?:-[\w.]+)?)\b/i,
  /(?:^|[\s-])(V\d{3,}R\w+)\b/,
  // `SCX6.2.0`, and `PL.10.08.1010` of the switches of HP and Aruba.
  /\b([A-Z]{2,4}\d+(?:\.\d+){2,}\w*)\b/,
  /\b([A-Z]{1,3}(?:\.\d{1,5}){2,}\w*)\b/,
  // Four bare numbers are mostly an address, and three can be a date.
  /\s(?!\d{2,3}(?:\.\d{1,3}){3}$)(\d+\.\d+\.[A-Z]?\d+[\w.-]*)$/,
  /(?:^|[\s,_])(?!\d{1,2}\.\d{1,2}\.(?:19|20)\d\d\b)(\d+(?:\.\d+){2,4}\.[A-Z]{1,2}\d{1,3}|\d+\.\d+\.\d+[a-z]?|[1-9]\.\d+\.\d+\.\d+)(?=[\s,;]|$)/,
  /\b\w{0,12}OS(?: [A-Z]\w{1,12})? v?(\d+(?:\.\w+)+(?:-\w+)?)/,
  /\((\d+(?:\.\d+){2,}\w*)\)/,
  /\s(\d+\.\d+\w*) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d/,
  /\b(?!HTTP|TLS)[A-Z][A-Za-z]{1,15}\/v?(\d+(?:\.\d+)+\w*)/,
  // Fewer decimals could belong to a name or a frequency.
  /[a-z\d] v?(\d{1,2}\.\d{2,3}[a-z]?)$/i,
]

/** Returns the version of the device's software in a free text. */
export function describedVersion(description: string): string | undefined {
  const text = description.replace(agentVersions, '').replace(partVersions, '').replace(libraryVersions, '')
  for (const form of versionForms) {
    const match = form.exec(text)
    if (match) return balanced(match.slice(1).filter(Boolean).join(' '))
  }
  return undefined
}

/** Removes an unbalanced bracket: `12.2(55)SE3` stays, `8.3.0.0)` loses the bracket. */
const balanced = (text: string) => (text.includes('(') ? text : text.replace(/[)]+$/, '')).replace(/[.,-]+$/, '')
