export const softwareKinds = ['product', 'update'] as const
/** `update`: a patch of another product, known by its number, such as one of Microsoft's knowledge base. */
export type SoftwareKind = (typeof softwareKinds)[number]

/** What a reported name says beside the product's own. */
type GroupName = {
  /** Without architecture, language and version; an edition's year stays. In any case of letters it is one name. */
  name: string
  kind: SoftwareKind
  /** Found in the name. */
  version?: string
  /** As `architectureOf` writes it. */
  architecture?: string
}

/** To be raised with each change of what `groupNameOf` gives, so that the catalog is grouped anew. */
export const groupingRules = 2

/** Words for one architecture, by the word that is kept for it. */
const architectures: Record<string, readonly string[]> = {
  x86_64: ['x64', 'amd64', 'x86-64', 'win64', '64-bit', '64bit'],
  x86: ['i386', 'i486', 'i586', 'i686', 'ia32', 'win32', '32-bit', '32bit'],
  aarch64: ['arm64'],
  armhf: ['armv7hl', 'armv7l'],
  ppc64le: ['ppc64el'],
  ...Object.fromEntries(
    ['armel', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'ia64'].map((word) => [word, []]),
  ),
  '': ['all', 'any', 'noarch', 'neutral'],
}
/** A word that says no more than this on its own, and none that names something else as well. */
const inNames = new Set(
  Object.entries(architectures).flatMap(([kept, words]) => (kept === '' ? ['noarch'] : [kept, ...words])),
)
const keptWords = new Map(Object.entries(architectures).flatMap(([kept, words]) => words.map((word) => [word, kept])))

/** One word for what is written in several ways; empty where it says nothing. */
export function architectureOf(text = ''): string {
  const word = text.trim().toLowerCase()
  return keptWords.get(word) ?? word
}

/** ISO 639-1: who installs in another language writes it behind the name. */
const languages = new Set(
  'ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mr ms nb ne nl nn no pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi zh'.split(
    ' ',
  ),
)

/**
 * The name that the versions, architectures and languages of one product have in common. It depends on nothing but what
 * the catalog is keyed by, so that a product has one group whoever reports it.
 */
export function groupNameOf({ name, version }: { name: string; version: string }): GroupName {
  const text = name
    .normalize('NFC')
    .replace(/[®™©]|\((?:R|TM|C)\)/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const [, update] = /\bKB(\d{6,7})\b/i.exec(text) ?? []
  if (update !== undefined) return { name: `KB${update}`, kind: 'update' }
  const found = /[ ([]/.test(text) ? displayName(text, version) : packageName(text)
  return { ...found, name: found.name || name, kind: 'product' }
}

type Found = Omit<GroupName, 'kind'>

/** As package managers write it: `libc6:i386`, `bash.x86_64`, `linux-image-6.1.0-13-amd64`. */
function packageName(text: string): Found {
  const [, bare = text, suffix = ''] = /^(.+)[:.]([a-z][\w-]*)$/i.exec(text) ?? []
  if (inNames.has(suffix.toLowerCase())) return { ...kernelName(bare), architecture: architectureOf(suffix) }
  return kernelName(text)
}

/** A kernel's packages carry its version, and each version is a package of its own. */
function kernelName(text: string): Found {
  const words = text.split('-')
  const at = /^(?:linux|pve|proxmox|kernel)-/.test(text) ? words.findIndex((word) => /^\d+\.\d/.test(word)) : -1
  if (at < 1) return { name: text }
  const isVersion = (word: string | undefined) => word !== undefined && /^\d/.test(word)
  let end = at + 1
  while (isVersion(words[end])) end += 1
  const flavour = words.slice(end).filter((word) => !inNames.has(word))
  return { name: [...words.slice(0, at), ...flavour].join('-'), version: words.slice(at, end).join('-') }
}

/** As installers show it: `Mozilla Firefox 118.0 (x64 en-US)`, `7-Zip 23.01 (x64)`. */
function displayName(text: string, version: string): Found {
  const found: Found = { name: '' }
  const isVersion = (word: string): boolean => {
    if (!isVersionWord(word, version)) return false
    found.version ??= word.replace(/^v/i, '')
    return true
  }
  const isArchitecture = (word: string): boolean => {
    if (!inNames.has(word.toLowerCase())) return false
    found.architecture ??= architectureOf(word)
    return true
  }
  /** Of what stands in brackets. */
  const isAside = (word: string) =>
    isVersion(word) || isArchitecture(word) || isLanguage(word) || word.toLowerCase() === 'edition'
  const words = text
    .replace(/\b(32|64)[- ]bits?\b/gi, '$1-bit')
    .replace(/[([]([^()[\]]*)[)\]]/g, (whole, inside: string) =>
      inside.split(/[\s,;/]+/).every(isAside) ? ' ' : whole,
    )
    .replace(/ - ([a-z]{2}-[a-z]{2,4})$/i, (whole, tag: string) => (isLanguage(tag) ? ' ' : whole))
    .replace(/(?<=\d) Update \d+\b/gi, ' ')
    .split(' ')
    .filter((word) => word !== '' && !isVersion(word))
  while (/^(?:version|ver\.?|v\.?|[-–—,:])$/i.test(words.at(-1) ?? '') || isArchitecture(words.at(-1) ?? ''))
    words.pop()
  return { ...found, name: words.join(' ') }
}

/** A language tag (RFC 5646): `de`, `en-US`, `zh-Hant-TW`. */
const isLanguage = (word: string): boolean =>
  /^[a-z]{2}(?:-[a-z]{4})?(?:[-_][a-z]{2})?$/i.test(word) && languages.has(word.slice(0, 2))

/** The product's version or the beginning of it, or of the form that nothing but a version has; never a year. */
function isVersionWord(word: string, version: string): boolean {
  const bare = word.replace(/^v(?=\d)/i, '')
  if (!/^\d/.test(bare) || /^(?:19|20)\d\d$/.test(bare)) return false
  if (bare === version) return true
  if (!/^\d+\.\d/.test(bare)) return false
  return version === '' || version.startsWith(bare) || bare.startsWith(`${version}.`) || /^\d+\.\d+\.\d/.test(bare)
}
