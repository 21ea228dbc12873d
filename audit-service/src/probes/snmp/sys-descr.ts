/** What sysDescr (RFC 3418) says of the device. It is free text, so only forms that many makers share are taken. */
export type DescriptionFacts = {
  manufacturer?: string
  model?: string
  /** The model was labelled as such (`MODEL: …`): it outranks what other tables say. */
  modelLabelled?: boolean
  serialNumber?: string
  version?: string
  os?: { name: string; version?: string; build?: string; kernel?: string; architecture?: string }
}

type OsRule = { pattern: RegExp; os: (match: RegExpExecArray) => NonNullable<DescriptionFacts['os']> }

/** Operating systems whose sysDescr follows one form, most of them `uname -a`. */
const osRules: readonly OsRule[] = [
  {
    // Some small agents leave the host's name out.
    pattern: /^Linux (?:\S+ )?(\d+\.\d\S*) .*?(\S+)?$/s,
    os: ([, kernel = '', architecture = '']) => ({
      name: 'Linux',
      version: kernel,
      kernel,
      ...(/^(x86_64|i[3-6]86|aarch64|arm\w*|mips\w*|ppc\w*|s390x|riscv64)$/.test(architecture) && { architecture }),
    }),
  },
  {
    pattern: /Software: Windows (?:Version |NT |2000 )?.*?(\d+\.\d+) \(Build (\d+)/,
    os: ([, version = '', build = '']) => ({ name: 'Windows', version: `${version}.${build}`, build }),
  },
  {
    pattern: /^VMware ESXi? (\S+) build-(\d+)/,
    os: ([, version = '', build = '']) => ({ name: 'VMware ESXi', version, build }),
  },
  {
    pattern: /^(FreeBSD|NetBSD|OpenBSD|DragonFly|Darwin|SunOS|HP-UX) \S+ (\S+)/,
    os: ([, name = '', version = '']) => ({ name, version }),
  },
  {
    pattern: /^(pfSense|OPNsense|Cumulus Linux|VyOS) (?:\S+ )??v?(\d\S*)/,
    os: ([, name = '', version = '']) => ({ name, version }),
  },
  { pattern: /\bOS\/400 (V\dR\dM\d)/, os: ([, version = '']) => ({ name: 'IBM i', version }) },
  { pattern: /\bSoftware: ?UCOS (\d\S*)/, os: ([, version = '']) => ({ name: 'UCOS', version }) },
  { pattern: /\bAIX version:? *(\S+)/i, os: ([, version = '']) => ({ name: 'AIX', version }) },
  {
    pattern:
      /\b(Cisco (?:IOS|NX-OS|Internetwork Operating System|Adaptive Security Appliance)[\w -]*?)(?:\(tm\)| Software|,| Version)/,
    os: ([, name = '']) => ({ name: name.replace('Internetwork Operating System', 'IOS') }),
  },
  {
    pattern: /\b(ArubaOS|JUNOS|RouterOS|ExtremeXOS|Comware|IronWare|OneFS|FortiOS|Arista Networks EOS)\b/,
    os: ([, name = '']) => ({ name }),
  },
]

/** Versions of parts of the device, which stand next to that of its software. */
const partVersions =
  /\b(?:boot ?(?:rom|loader|code)?|cpld|loader|hardware|hw|rom|u-boot|device manager|kernel)(?: ?(?:version|ver|revision|rev)\b\.?)[: ]*\S+/gi

/** In order of trust: labelled firmware, a labelled version or release, a list member that is only digits and dots, a leading v. */
const versionForms: readonly RegExp[] = [
  // RFC 4639 section 4.
  /\bSW_REV: ?([^;>]+)/,
  /\b(?:firmware|fw)(?: ?(?:version|revision|ver|rev))?[:. ]+(?:version[: ]+)?([vr]?\d[\w.()-]*)/i,
  /\bversion[: ]+(\d[\w.()-]*), (release \w*\d[\w.]*)/i,
  /\bversion[: ]+release ([\w.]*\d[\w.]*)/i,
  /\bversion[: ]+\(?([vr]?\d[\w.()-]*\w\)?)/i,
  /\bversion[: ]+([A-Z][\w-]*[.\d][\w.-]*\d\w*)/i,
  /\brelease[: ]+(\d[\w.()-]*(?: \d-mode)?)/i,
  /\brel\.? ?(?:[A-Z]+\.)?(\d+(?:\.\w+)+)/i,
  /\brevision[: ]+([A-Z]{0,2}\.?\d[\w.]*)/,
  /\brev[. ]+(\d+\.[\w.]+)/i,
  /\bJUNOS (\d[\w.-]*)/,
  /\b(?:software|sw)(?: ?(?:revision|ver|rev)\b\.?)?[: ]+([vr]?\d[\w.()-]*)/i,
  /\bSW(v\d[\w.]*)/,
  /[,;] v?(\d+(?:\.\d+){2,}[\w.-]*) ?(?:[,;]|$)/,
  /(?:^|[\s-])(v\d+(?:\.\w+)+)\b/i,
  /(?:^|[\s-])(V\d{3,}R\w+)\b/,
  /\s(\d+\.\d+\.\d+[\w.-]*)$/,
]

const serialForm = /\b(?:S\/N|SN|serial(?: number| no\.?)?)[: #]+ ?([A-Z0-9][A-Z0-9-]{4,31})\b/i
const labelledModel = /\b(?:MODEL|MOD|MN)[:=] ?([A-Za-z0-9][\w./+-]*)/
/** RFC 4639 section 4: `<<HW_REV: 1.0; VENDOR: …; BOOTR: …; SW_REV: …; MODEL: …>>`. */
const labelledVendor = /\bVENDOR: ?([^;>]+)/
/** Systems whose sysDescr is `uname -a` or of the same kind: it names the host, not the hardware. */
const hostSystems =
  /^(?:Linux|Windows|FreeBSD|NetBSD|OpenBSD|DragonFly|Darwin|SunOS|HP-UX|AIX|IBM i|UCOS|pfSense|OPNsense)$/

export function readDescription(description: string, maker: string | undefined): DescriptionFacts {
  const os = osOf(description)
  const version = versionOf(description)
  const [, serialNumber] = serialForm.exec(description) ?? []
  const [, labelled] = labelledModel.exec(description) ?? []
  const [, vendor] = labelledVendor.exec(description) ?? []
  const model = labelled ?? (hostSystems.test(os?.name ?? '') || os?.build ? undefined : modelOf(description, maker))
  return {
    ...(vendor !== undefined && { manufacturer: vendor.trim() }),
    ...(os && { os: os.version === undefined && version !== undefined ? { ...os, version } : os }),
    ...(version !== undefined && os?.kernel === undefined && os?.build === undefined && { version }),
    ...(serialNumber !== undefined && /\d/.test(serialNumber) && { serialNumber }),
    ...(model !== undefined && { model, modelLabelled: labelled !== undefined }),
  }
}

function osOf(description: string): DescriptionFacts['os'] {
  for (const { pattern, os } of osRules) {
    const match = pattern.exec(description)
    if (match) return os(match)
  }
  return undefined
}

function versionOf(description: string): string | undefined {
  const text = description.replace(partVersions, '')
  for (const form of versionForms) {
    const match = form.exec(text)
    if (match) return balanced(match.slice(1).filter(Boolean).join(' '))
  }
  return undefined
}

/** `12.2(55)SE3` keeps its brackets, `8.3.0.0)` loses the one that is not its own. */
const balanced = (text: string) => (text.includes('(') ? text : text.replace(/[)]+$/, '')).replace(/[.,-]+$/, '')

/** Words between a maker's name and its model, or in front of either. */
const genericWords =
  /^(?:the|by|for|and|series|switch|router|firewall|gateway|ethernet|smart|managed|stackable|gigabit|layer|platform|software|operating|system|systems|network|networks|networking|communications|technologies|inc|corp|corporation|company|ltd|co|gmbh)$/i
/** Standards, protocols, processors, speeds and the parts of print servers look like models. */
const notModels =
  /^(?:H\.26\d|3Com|OS\/\d+|iDRAC\d|iLO\d?|E[357]-\d{4}\w*|\d+-ports?|[0-9A-F]{12}|MPEG-?\d|802\.\w+|IPv[46]|SNMPv\w+|L[23]|x86(?:_64)?|i[3-6]86|amd64|RFC\d+|\d+[kmgt]?(?:base.*|b\/s|bps|hz|port|ports)|10+\/10+\S*|100[0]?\/\S*|JD\d+|JSI\d+)$/i

/**
 * The first word of sysDescr that is shaped like a model and stands before the version, or the one that it says the
 * software is `running on`. A series name takes the number behind it along: `ZXR10 5250-52TM-H`.
 */
function modelOf(description: string, maker: string | undefined): string | undefined {
  const [, runningOn] = /\brunning on (?:an? )?(?:\w+ Networks )?([\w./-]*\d[\w./-]*)/i.exec(description) ?? []
  if (runningOn !== undefined) return runningOn
  const beforeVersion =
    description.split(/\bversion\b|\bfirmware\b|\bfw:|\brelease\b|\brevision\b|\bcopyright\b/i)[0] ?? ''
  // `Software (C2960X-UNIVERSALK9-M)` names the image, not the device.
  const withoutImage = beforeVersion.replace(/\bsoftware \([^)]*\)/gi, '')
  const line = productOf(withoutImage, maker)
  if (line !== undefined) return line
  const words = withoutImage.split(/[\s,;()]+/).map((word) => word.replace(/[.:]+$/, ''))
  const makerWords = (maker ?? '').toLowerCase().split(' ')
  let behindMaker = false
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? ''
    if (makerWords.includes(word.toLowerCase())) {
      behindMaker = true
      continue
    }
    if (word === '' || genericWords.test(word)) continue
    if (isModelShaped(word, behindMaker)) {
      const next = words[i + 1] ?? ''
      return /^[A-Z]{2,}\d{1,2}$/.test(word) && /^\d{3,}[\w-]*$/.test(next) ? `${word} ${next}` : word
    }
    behindMaker = false
  }
  return undefined
}

/** Letters and digits; small letters alone only right behind the maker's name, elsewhere they are a host's or a file's. */
function isModelShaped(word: string, behindMaker: boolean): boolean {
  if (word.length < 4 || word.length > 40 || notModels.test(word)) return false
  const letters = behindMaker ? /[A-Za-z]/ : /[A-Z]/
  if (!/\d/.test(word) || !letters.test(word) || !/^[A-Za-z0-9][\w./+-]*$/.test(word)) return false
  // Versions and dates: V5.1, 2.0.1, NS11.1, B_7_2_1, V200R007C00, VSOS-V0600R0705, 12-May-2020.
  if (/^[A-Za-z]?_?\d+(?:[._]\d+){2,}$/.test(word) || /(?:^|-)V\d+R\d+/i.test(word)) return false
  if (/^(?:Rel|Rev|Ver)\b/i.test(word) || /^[A-Z]{1,2}\.\d/.test(word)) return false
  if (/^[A-Za-z]{0,3}\d+\.\d/.test(word) || /^[VR]\d+[A-Z]\d/.test(word)) return false
  return !/^\d+-[A-Z][a-z]{2}-\d+$/.test(word)
}

/** Words that say what a thing is, and are no part of a product's name. */
const kindWords =
  /\b(?:the|an?|by|for|with|series|networks?|networking|wireless|technologies|communications|switch(?:es)?|router|firewall|gateway|controller|card|network|ethernet|server|printer|agent|module|management|managed|port|device|system|software|inc|corp|ltd)\b/i

/** `Eaton 5PX 3000`, `Xerox WorkCentre 7535; …`: the maker, and up to three words of which the last has a number. */
function productOf(text: string, maker: string | undefined): string | undefined {
  if (maker === undefined || !text.trimStart().toLowerCase().startsWith(`${maker.toLowerCase()} `)) return undefined
  const clause =
    text
      .trimStart()
      .slice(maker.length)
      .split(/[,;(\n\r]| - /)[0]
      ?.trim() ?? ''
  const words = clause.split(/\s+/)
  const last = words.at(-1) ?? ''
  const isProduct = words.length >= 2 && words.length <= 3 && /^[A-Z]{0,3}\d{2,5}[a-z]{0,3}$/i.test(last)
  return isProduct && !kindWords.test(clause) ? clause : undefined
}
