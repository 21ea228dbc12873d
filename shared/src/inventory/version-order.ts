type Order = (a: string, b: string) => number

/** Version order of a source; `inWords` converts its version to the syntax of that order. */
type Source = { order: Order; inWords?: (version: string) => string }

const sources = new Map<string, Source>([
  ['dpkg', { order: compareDebian }],
  [
    'apk',
    {
      order: compareDebian,
      // apk-package(5): `1.2_rc1` is before 1.2, `1.2_p1` after it, but before 1.2a. Capitals come before other letters.
      inWords: (version) => version.replace(/_(?=alpha|beta|pre|rc)/g, '~').replace(/_/g, 'A'),
    },
  ],
  ['rpm', { order: compareRpm }],
  // vercmp(8): `1.2rc1` is before 1.2.
  ['pacman', { order: compareRpm, inWords: (version) => version.replace(/(?<=\d)(?=[a-z])/gi, '~') }],
])

/** Default for sources without rules of their own: `1.2-beta.3` and `1.2rc1` are before 1.2. */
const others: Source = {
  order: compareDebian,
  inWords: (version) => version.replace(/(?<=\d)[-._ ]?(?=(?:alpha|beta|preview|pre|rc)(?![a-z]))/gi, '~'),
}

/**
 * Returns a number below 0 if `a` is older, above 0 if it is newer, and 0 if neither is (`1.0` and `1.00`). The order
 * is that of the source: rpm and pacman (rpmvercmp), or dpkg (deb-version(7)) for all others. Epochs count first, and
 * `~` makes a version older than the one without it.
 */
export function compareVersions(a: string, b: string, source = ''): number {
  const { order, inWords = (version) => version } = sources.get(source) ?? others
  const [left, right] = [partsOf(inWords(a)), partsOf(inWords(b))]
  return (
    compareNumbers(left.epoch, right.epoch) || order(left.version, right.version) || order(left.release, right.release)
  )
}

/** Parses `epoch:version-release`. The default epoch is 0. */
function partsOf(text: string): { epoch: string; version: string; release: string } {
  const [, epoch = '', rest = ''] = /^(?:(\d+):)?(.*)$/s.exec(text) ?? []
  const at = rest.lastIndexOf('-')
  return at < 0
    ? { epoch, version: rest, release: '' }
    : { epoch, version: rest.slice(0, at), release: rest.slice(at + 1) }
}

/** Compares numbers of any length without leading zeros. */
function compareNumbers(a: string, b: string): number {
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')]
  return left.length - right.length || compareText(left, right)
}

const compareText: Order = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** Compares alternating text and numbers. In text, letters sort before all else, and `~` before the end. */
function compareDebian(a: string, b: string): number {
  const [left, right] = [runsOf(a), runsOf(b)]
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [one, other] = [left[index] ?? '', right[index] ?? '']
    const order = index % 2 === 0 ? compareByRank(one, other) : compareNumbers(one, other)
    if (order !== 0) return order
  }
  return 0
}

/** Splits a text into alternating text and numbers, starting with text, which may be empty. */
const runsOf = (text: string): string[] => [/^\d/.test(text) ? [''] : [], text.match(/\D+|\d+/g) ?? []].flat()

function compareByRank(a: string, b: string): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const order = rankOf(a[index]) - rankOf(b[index])
    if (order !== 0) return order
  }
  return 0
}

function rankOf(character: string | undefined): number {
  if (character === '~') return -1
  if (character === undefined) return 0
  return character.charCodeAt(0) + (/[a-z]/i.test(character) ? 0 : 0x10000)
}

/**
 * Compares segments of letters or digits and ignores separators. A number is newer than letters, and `^` is newer than
 * the end.
 */
function compareRpm(a: string, b: string): number {
  const segments = (text: string) => text.match(/[a-z]+|\d+|[~^]/gi) ?? []
  const [left, right] = [segments(a), segments(b)]
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [one, other] = [left[index], right[index]]
    const order = rpmRankOf(one) - rpmRankOf(other)
    if (order !== 0) return order
    const same = /^\d/.test(one ?? '') ? compareNumbers(one ?? '', other ?? '') : compareText(one ?? '', other ?? '')
    if (same !== 0) return same
  }
  return 0
}

/** Ranks `~` before the end, and `^` after it but before any other segment. */
function rpmRankOf(segment: string | undefined): number {
  if (segment === undefined) return 1
  if (segment === '~') return 0
  if (segment === '^') return 2
  return /^\d/.test(segment) ? 4 : 3
}
