import { isCounting, isOneCharacter } from './patterns.ts'
import { fillerNames, fillerSerials, languages } from './words.ts'

// Placeholders that manufacturers leave in the fields of firmware. Texts are compared without case, accents, spaces and
// punctuation, so that a variant of a placeholder is one too. Without zod: the agent has no memory for it.

/** A longer text is no placeholder: every comparison takes a bounded time. */
const charactersMax = 128

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** Returns only the letters and digits of a text, in lower case without accents. */
export function compactOf(text: string): string {
  const start = text.slice(0, charactersMax)
  // Nearly all text is ASCII, and this path takes a fraction of the time.
  if (isAscii(start)) return start.toLowerCase().replace(/[^a-z0-9]/g, '')
  return start
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Returns true for text that stands for a missing value in any field. */
export function isFiller(text: string): boolean {
  const compact = compactOf(text)
  return (
    compact === '' ||
    /^\s*<.{0,64}>\s*$/.test(text) ||
    compact === 'na' ||
    keyNames.some((pattern) => pattern.test(compact)) ||
    (compact.length >= 4 && isOneCharacter(compact)) ||
    (compact.length >= 8 && /^\d+$/.test(compact) && isCounting(compact)) ||
    isOfWords(compact)
  )
}

const keyNames = [
  // BaseBoardSerialNumber, Type1ProductConfigId, A1_SerNum0, ModulePartNumber11, DIMM_A1_AssetTag
  /^[a-z0-9]{0,24}(?:ser(?:ial)?num(?:b(?:er)?)?|part(?:num(?:ber)?|no)|asset(?:tag(?:num(?:ber)?)?|number)|configid|sku(?:number)?|productname|productid|manufacturer|serialno)\d{0,2}$/,
  // OEM, OEM Define 3, OEM_Define1
  /^oem(?:define|string)?\d{0,2}$/,
  // To be filled by O.E.M., also with more text
  /^(?:tobe)?fill(?:ed)?byoem/,
  /^no(?:dimm|module|memory|enclosure|battery)/,
]

const wordsIn = (text: string): string[] => text.trim().split(/\s+/)

type Vocabulary = { decisive: ReadonlySet<string>; sorted: readonly string[] }

function vocabularyOf(formOf: (word: string) => string): Vocabulary {
  const all = Object.values(languages)
  const decisive = all.flatMap((language) => wordsIn(language.decisive)).map(formOf)
  const accompanying = all.flatMap((language) => wordsIn(language.accompanying)).map(formOf)
  return { decisive: new Set(decisive), sorted: [...decisive, ...accompanying].sort() }
}

/** The words as written, which is the form of `compactOf` for words in ASCII. */
const asWritten = vocabularyOf((word) => word)
let compacted: Vocabulary | undefined

/** Computes the form of all words only at the first text of other letters: the Unicode tables take memory of the agent. */
function vocabularyFor(compact: string): Vocabulary {
  if (isAscii(compact)) return asWritten
  compacted ??= vocabularyOf(compactOf)
  return compacted
}

/** Returns the first word that begins with a text. */
function wordBeginning({ sorted }: Vocabulary, text: string): string | undefined {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((sorted[middle] ?? '') < text) from = middle + 1
    else to = middle
  }
  return sorted[from]?.startsWith(text) ? sorted[from] : undefined
}

/** The shortest length at which firmware cuts its fields. */
const cutAtMin = 14

/** Reports whether a text consists of the words of placeholders; a long one may end within a word. */
function isOfWords(compact: string): boolean {
  const vocabulary = vocabularyFor(compact)
  // By the length of each beginning that consists of words: whether one of them is decisive.
  const consumed = new Map([[0, false]])
  for (let from = 0; from < compact.length; from += 1) {
    const isDecided = consumed.get(from)
    if (isDecided === undefined) continue
    if (isDecided && compact.length >= cutAtMin && wordBeginning(vocabulary, compact.slice(from))) return true
    for (let to = from + 1; to <= compact.length; to += 1) {
      const word = compact.slice(from, to)
      const found = wordBeginning(vocabulary, word)
      if (found === undefined) break
      // The shortest of the words that begin with a text is the first one.
      if (found === word) consumed.set(to, consumed.get(to) || isDecided || vocabulary.decisive.has(word))
    }
  }
  return consumed.get(compact.length) === true
}

const placeholderSerials = new Set(wordsIn(fillerSerials))
/** Detects values, as `compactOf` returns them, that are placeholders only where they would identify something. */
export const isFillerSerial = (compact: string): boolean => placeholderSerials.has(compact)

const placeholderNames = new Set(wordsIn(fillerNames))
/** Detects host names of images and factory settings. */
export const isJunkName = (name: string): boolean => compactOf(name) === '' || placeholderNames.has(compactOf(name))
