export const softwareKinds = ['product', 'update'] as const
/** `update`: a patch of another product, identified by its number, such as a Microsoft KB number. */
export type SoftwareKind = (typeof softwareKinds)[number]

/** Parts of a reported software name. */
type GroupName = {
  /** Name without architecture, language and version; the year of an edition stays. Letter case does not matter. */
  name: string
  kind: SoftwareKind
  /** Version found in the name. */
  version?: string
  /** Architecture as returned by `architectureOf`. */
  architecture?: string
}

/** Raise this with each change to the result of `groupNameOf`: the catalog is then grouped anew. */
export const groupingRules = 2

/** Architectures with their synonyms. */
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
/** Words that mean only an architecture and never anything else. */
const inNames = new Set(
  Object.entries(architectures).flatMap(([kept, words]) => (kept === '' ? ['noarch'] : [kept, ...words])),
)
const significantWords = new Map(
  Object.entries(architectures).flatMap(([kept, words]) => words.map((word) => [word, kept])),
)

/** Returns one word for all spellings of an architecture; empty if the text names none. */
export function architectureOf(text = ''): string {
  const word = text.trim().toLowerCase()
  return significantWords.get(word) ?? word
}

/** ISO 639-1 language codes. Installers append the language to the name. */
const languages = new Set(
  'ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mr ms nb ne nl nn no pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi zh'.split(
    ' ',
  ),
)

/**
 * Returns the name shared by all versions, architectures and languages of a product. It depends only on the key of the
 * catalog, so that a product is in one group whoever reports it.
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

type NameAndVersion = Omit<GroupName, 'kind'>

/** Parses a package manager's name: `libc6:i386`, `bash.x86_64`, `linux-image-6.1.0-13-amd64`. */
function packageName(text: string): NameAndVersion {
  const [, bare = text, suffix = ''] = /^(.+)[:.]([a-z][\w-]*)$/i.exec(text) ?? []
  if (inNames.has(suffix.toLowerCase())) return { ...kernelName(bare), architecture: architectureOf(suffix) }
  return kernelName(text)
}

/** Parses a kernel package's name, which contains the kernel version. */
function kernelName(text: string): NameAndVersion {
  const words = text.split('-')
  const at = /^(?:linux|pve|proxmox|kernel)-/.test(text) ? words.findIndex((word) => /^\d+\.\d/.test(word)) : -1
  if (at < 1) return { name: text }
  const isVersion = (word: string | undefined) => word !== undefined && /^\d/.test(word)
  let end = at + 1
  while (isVersion(words[end])) end += 1
  const flavour = words.slice(end).filter((word) => !inNames.has(word))
  return { name: [...words.slice(0, at), ...flavour].join('-'), version: words.slice(at, end).join('-') }
}

/** Parses an installer's display name: `Mozilla Firefox 118.0 (x64 en-US)`, `7-Zip 23.01 (x64)`. */
function displayName(text: string, version: string): NameAndVersion {
  const found: NameAndVersion = { name: '' }
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
  /** Returns true for a word in brackets that is not part of the name. */
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

/**
 * Returns true for the product's version, for the beginning of it, or for a word that can only be a version. Never true
 * for a year.
 */
function isVersionWord(word: string, version: string): boolean {
  const bare = word.replace(/^v(?=\d)/i, '')
  if (!/^\d/.test(bare) || /^(?:19|20)\d\d$/.test(bare)) return false
  if (bare === version) return true
  if (!/^\d+\.\d/.test(bare)) return false
  return version === '' || version.startsWith(bare) || bare.startsWith(`${version}.`) || /^\d+\.\d+\.\d/.test(bare)
}
