import { isHypervisorMac, isLocallyAdministered } from '@rollcall/shared/inventory/junk/addresses.ts'
import type { Evidence, EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import { addressScope } from '@rollcall/shared/node/outbound/address-scope.ts'
import { type Comparison, compare } from './candidates.ts'
import { keyOf } from './lookup-keys.ts'
import { isAnswer, isListEntry, type Sighting } from './sighting.ts'

/**
 * Relation of two sightings. `two`: two live hosts, whatever identity they share. `doubtful`: two machines seem to use
 * one identity, but one machine could look so. `enclosing`: the same, if the one that was seen first and last was also
 * seen between. `one`: nothing contradicts that it is one machine.
 */
export type Relation = 'one' | 'enclosing' | 'doubtful' | 'two'

type Span = { firstAt: string; lastAt: string }

/**
 * Relates sightings by what they show and by whether they came in turns. One change is explained: a card was replaced, a
 * host renamed, an agent reinstalled. What goes back and forth is not: the earlier machine is still there. A machine
 * whose addresses or cards change all the time leaves a new sighting each time, so the times of all its sightings count.
 */
export function relateSightings(sightings: readonly Sighting[]): (a: Sighting, b: Sighting) => Relation {
  const faces = facesOf(sightings.filter((each) => !isAnswer(each)))
  const isAudited = sightings.some(({ depth }) => depth === 'audit')
  const answers = sightings.filter(isAnswer)
  return (a, b) => {
    if (a.depth !== b.depth) return a.depth === 'audit' ? relateOutside(faces, a, b) : relateOutside(faces, b, a)
    if (isAnswer(a) && isAnswer(b)) return !isAudited && areHostsBehind(answers, a, b) ? 'doubtful' : 'one'
    if (isAnswer(a) || isAnswer(b)) return 'one'
    const spans = spansOf(faces, a, b)
    if (!spans || !areInterleaved(...spans)) return 'one'
    if (a.depth === 'discovery') return areInTurns(...spans) && haveOtherNames(a, b) ? 'doubtful' : 'one'
    const likeness = likenessOf(a, b)
    const entries = [a, b].filter(isListEntry).length
    if (entries === 0 && areTwoHosts(likeness)) return 'two'
    // A list that is imported again still has both rows: its column may hold models, orders or rooms.
    if (entries === 2 && areInTurns(...spans) && likeness.found.relation('name') === 'differ') return 'two'
    if (!likeness.isSameSource) {
      const isAnother = isNextAtDock(faces, a, b) || isNextAtDock(faces, b, a)
      const isConclusive = isAnother
        ? !isIdentifiedInside(likeness.found)
        : areElsewhere(faces, a, b) && isUnexplained(likeness)
      return areInTurns(...spans) && isConclusive ? 'doubtful' : 'one'
    }
    if (!isUnexplained(likeness)) return 'one'
    if (areInTurns(...spans)) return 'doubtful'
    return encloses(...spans) || encloses(spans[1], spans[0]) ? 'enclosing' : 'one'
  }
}

/**
 * Relates an audited machine to what was seen from outside with a card of its own. Another name at a card that the
 * machine is also seen without is that of the next one at its dock. A virtual machine's only card at an address that it
 * never reports is also the card of another one.
 */
function relateOutside(faces: Faces, audit: Sighting, seen: Sighting): Relation {
  const [face, outside] = [faces.get(faceOf(audit)), faces.get(faceOf(seen))]
  const cards = cardsIn(audit)
  const common = [...cardsIn(seen)].filter((card) => cards.has(card))
  const [card] = common
  if (!face || card === undefined || common.length > 1) return 'one'
  const isElsewhere = () =>
    cards.size === 1 && isHypervisorMac(card) && !seen.evidence.some(({ value }) => face.addresses.has(value))
  if (!(isAnswer(seen) ? isElsewhere() : isNextAtDock(faces, audit, seen))) return 'one'
  const spans = [face.all ?? audit, spanOf(outside, [card], seen)] as const
  if (areInTurns(...spans)) return 'doubtful'
  return encloses(...spans) ? 'enclosing' : 'one'
}

/**
 * Detects another name at a card that an audited machine is also seen without, and at none of its other cards: that of
 * the next machine at its dock.
 */
function isNextAtDock(faces: Faces, audit: Sighting, seen: Sighting): boolean {
  const [face, other] = [faces.get(faceOf(audit)), faces.get(faceOf(seen))]
  const cards = cardsIn(audit)
  const [dock, ...more] = [...cardsIn(seen)].filter((card) => cards.has(card))
  if (!face || !other || dock === undefined || more.length > 0 || !haveOtherNames(audit, seen)) return false
  const own = new Set(face.cards.flatMap((each) => [...each]))
  own.delete(dock)
  return (
    face.cards.some((each) => !each.has(dock)) && !other.cards.some((each) => [...each].some((card) => own.has(card)))
  )
}

/** Detects other names. One protocol may cut a name that another shows whole. */
function haveOtherNames(a: Sighting, b: Sighting): boolean {
  const [nameA, nameB] = [a, b].map(({ evidence }) => evidence.find(({ kind }) => kind === 'name')?.value)
  return nameA !== undefined && nameB !== undefined && !nameA.startsWith(nameB) && !nameB.startsWith(nameA)
}

/** Number of names at one card that shows several hosts, such as hosts behind a Wi-Fi repeater. */
const namesBehindMin = 4
/** Maximum number of answers to compare. A card with more belongs to a router that answers for other addresses. */
const answersMax = 64

/** Reports whether a number of answers at one card can show several hosts. */
export const mayShowHosts = (answers: number, isVirtual: boolean): boolean =>
  answers <= answersMax && (isVirtual || answers >= namesBehindMin)

/**
 * Detects two hosts in the answers at one card: they take turns at two addresses with names of their own. A host may have
 * a few aliases, so that the names have to be many, or the card a virtual machine's in two networks.
 */
function areHostsBehind(answers: readonly Sighting[], a: Sighting, b: Sighting): boolean {
  if (answers.length > answersMax) return false
  const [stemA, stemB, card] = [stemOf(a), stemOf(b), [...cardsIn(a)].find((each) => cardsIn(b).has(each))]
  if (stemA === undefined || stemB === undefined || card === undefined) return false
  if (!areInTurns(a, b) || !areApart(a, b) || isAlias(stemA, stemB)) return false
  if (isHypervisorMac(card) && networkOf(a) !== networkOf(b)) return true
  const stems = new Set(answers.flatMap((each) => (cardsIn(each).has(card) ? (stemOf(each) ?? []) : [])))
  return stems.size >= namesBehindMin
}

/** Reports whether one name begins the other, such as those of a server and of its second address. */
const isAlias = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a)

/** Returns the DNS name of a host without its domain and digits: pools and the interfaces of routers are numbered. */
const stemOf = ({ evidence }: Sighting): string | undefined =>
  evidence
    .find(({ kind }) => kind === 'dns')
    ?.value.split('.')[0]
    ?.replaceAll(/\d/g, '')

/** Returns the network of a host's IPv4 address. */
const networkOf = ({ evidence }: Sighting): string | undefined =>
  evidence.find(({ kind, value }) => isAddress(kind) && !value.includes(':'))?.value.replace(/\d+$/, '')

/** Both were live at once: each was seen again after the other had begun. */
const areInterleaved = (a: Span, b: Span): boolean =>
  a.firstAt < b.firstAt ? b.firstAt < a.lastAt : b.firstAt < a.firstAt && a.firstAt < b.lastAt

/** Three changes from one to the other at least: a, b, a, b. */
export function areInTurns(a: Span, b: Span): boolean {
  const [first, second] = a.firstAt < b.firstAt ? [a, b] : [b, a]
  return first.firstAt < second.firstAt && second.firstAt < first.lastAt && first.lastAt < second.lastAt
}

/** Reports whether one was seen before the first and after the last time of the other, which was seen twice. */
export const encloses = (outer: Span, inner: Span): boolean =>
  outer.firstAt < inner.firstAt && inner.firstAt < inner.lastAt && inner.lastAt < outer.lastAt

/** The sightings of one source and depth with the same name and the same lasting values other than cards. */
type Face = { byCard: Map<string, Span>; cards: ReadonlySet<string>[]; addresses: Set<string> } & {
  /** Times of all its sightings; undefined if they may be of several hosts, as they have nothing but a name. */
  all: Span | undefined
}
type Faces = ReadonlyMap<string, Face>

const faceKinds: ReadonlySet<EvidenceKind> = new Set([
  'cloud',
  'serial',
  'bareSerial',
  'uuid',
  'agent',
  'machine',
  'engine',
  'name',
])

/** Names the face of a sighting. */
export const faceOf = ({ source, depth, evidence }: Pick<Sighting, 'source' | 'depth' | 'evidence'>): string =>
  [source, depth, ...evidence.filter(({ kind }) => faceKinds.has(kind)).map(keyOf)].join('\n')

const isAddress = (kind: EvidenceKind): boolean => kind === 'ip' || kind === 'claimedIp'

const hasLasting = ({ evidence }: Sighting): boolean =>
  evidence.some(({ kind }) => kind !== 'name' && faceKinds.has(kind))

const cardsIn = ({ evidence }: Pick<Sighting, 'evidence'>): Set<string> =>
  new Set(evidence.flatMap(({ kind, value }) => (kind === 'mac' ? [value] : [])))

function facesOf(sightings: readonly Sighting[]): Faces {
  const faces = new Map<string, Face>()
  for (const sighting of sightings) {
    const name = faceOf(sighting)
    const cards = cardsIn(sighting)
    const face: Face = faces.get(name) ?? { all: undefined, byCard: new Map(), cards: [], addresses: new Set() }
    for (const { kind, value } of sighting.evidence) if (isAddress(kind)) face.addresses.add(value)
    if (hasLasting(sighting) || cards.size === 0) face.all = united([face.all ?? sighting, sighting])
    face.cards.push(cards)
    for (const card of cards) face.byCard.set(card, united([face.byCard.get(card) ?? sighting, sighting]))
    faces.set(name, face)
  }
  return faces
}

/** The first and the last of several times. */
export const united = (spans: readonly Span[]): Span =>
  spans.reduce((all, { firstAt, lastAt }) => ({
    firstAt: firstAt < all.firstAt ? firstAt : all.firstAt,
    lastAt: lastAt > all.lastAt ? lastAt : all.lastAt,
  }))

/**
 * The times of each of two hosts, if they are two: of all sightings that look like one of them and not like the other.
 * undefined if one sighting has the cards of both.
 */
function spansOf(faces: Faces, a: Sighting, b: Sighting): [Span, Span] | undefined {
  const [faceA, faceB] = [faces.get(faceOf(a)), faces.get(faceOf(b))]
  const [cardsA, cardsB] = [cardsIn(a), cardsIn(b)]
  if (faceA !== faceB) return [faceA?.all ?? spanOf(faceA, cardsA, a), faceB?.all ?? spanOf(faceB, cardsB, b)]
  const [ownA, ownB] = [without(cardsA, cardsB), without(cardsB, cardsA)]
  const isOneMachine = faceA?.cards.some(
    (cards) => ownA.some((card) => cards.has(card)) && ownB.some((card) => cards.has(card)),
  )
  return isOneMachine ? undefined : [spanOf(faceA, ownA, a), spanOf(faceB, ownB, b)]
}

/**
 * Reports whether an agent and an Audit Service never reported a common address: each host was read where the other is
 * not. A host whose address changes has a common one sooner or later.
 */
function areElsewhere(faces: Faces, a: Sighting, b: Sighting): boolean {
  const isRead = ({ source }: Sighting) => source === 'Agent' || source === 'Service'
  const [ofA, ofB] = [faces.get(faceOf(a))?.addresses, faces.get(faceOf(b))?.addresses]
  return (
    isRead(a) &&
    isRead(b) &&
    areApart(a, b) &&
    ofA !== undefined &&
    ofB !== undefined &&
    ![...ofB].some((address) => ofA.has(address))
  )
}

const without = (cards: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...cards].filter((card) => !others.has(card))

const spanOf = (face: Face | undefined, cards: Iterable<string>, own: Span): Span =>
  united([own, ...[...cards].flatMap((card) => face?.byCard.get(card) ?? [])])

/** `mixed`: they have some cards in common, and each has others. */
type Cards = 'same' | 'mixed' | 'differ' | 'unknown' | 'none'

type Likeness = {
  found: Comparison
  cards: Cards
  commonCards: string[]
  areOtherNames: boolean
  /** Each has a physical card that the other lacks. */
  areOtherMachines: boolean
  /** Each has addresses of one kind, IPv4 or IPv6, and none in common but those of networks of its own. */
  areApart: boolean
  /** Each reports its addresses, and the one at which the other was reached is not among them. */
  areReachedElsewhere: boolean
  source: Sighting['source']
  isSameSource: boolean
}

function likenessOf(a: Sighting, b: Sighting): Likeness {
  const found = compare(withWeaker(a.evidence, b.evidence), {
    deviceId: '',
    identifiers: b.evidence.map(({ kind, value }) => ({ kind, value, lastSeen: b.lastAt })),
  })
  const [cardsA, cardsB] = [cardsIn(a), cardsIn(b)]
  return {
    ...{ found, cards: cardsOf(cardsA, cardsB), commonCards: [...cardsA].filter((card) => cardsB.has(card)) },
    areOtherNames: haveOtherNames(a, b),
    areOtherMachines: [without(cardsA, cardsB), without(cardsB, cardsA)].every((own) => own.some(isPhysical)),
    ...{ areApart: areApart(a, b), areReachedElsewhere: areReachedElsewhere(a, b) },
    ...{ source: a.source, isSameSource: a.source === b.source },
  }
}

const isPhysical = (card: string): boolean => !isLocallyAdministered(card) && !isHypervisorMac(card)

const areApart = (a: Sighting, b: Sighting): boolean =>
  haveInAFamily(a, b, (addressesA, addressesB) => {
    const common = addressesA.filter((item) => hasValue(addressesB, item))
    if (common.length === 0) return addressesA.length > 0 && addressesB.length > 0
    // The factory gives routers one address of their own networks, and hypervisors that of a bridge.
    const isInside = common.every(({ value }) => addressScope(value) === 'private')
    return isInside && isReachedElsewhere(addressesA, addressesB) && isReachedElsewhere(addressesB, addressesA)
  })

const areReachedElsewhere = (a: Sighting, b: Sighting): boolean =>
  haveInAFamily(
    a,
    b,
    (addressesA, addressesB) =>
      [addressesA, addressesB].every((all) => all.some(({ kind }) => kind === 'claimedIp')) &&
      isReachedElsewhere(addressesA, addressesB) &&
      isReachedElsewhere(addressesB, addressesA),
  )

/** Reports whether the IPv4 or the IPv6 addresses of two sightings relate in a way. */
function haveInAFamily(
  a: Sighting,
  b: Sighting,
  relate: (ofA: readonly Evidence[], ofB: readonly Evidence[]) => boolean,
): boolean {
  const [ofA, ofB] = [a, b].map(({ evidence }) =>
    Object.groupBy(
      evidence.filter(({ kind }) => isAddress(kind)),
      ({ value }) => (value.includes(':') ? 'IPv6' : 'IPv4'),
    ),
  )
  return (['IPv4', 'IPv6'] as const).some((family) => relate(ofA?.[family] ?? [], ofB?.[family] ?? []))
}

const hasValue = (addresses: readonly Evidence[], { value }: Evidence) => addresses.some((item) => item.value === value)

/** Reports whether a host was reached at an address that another, which tells its addresses, does not have. */
const isReachedElsewhere = (addresses: readonly Evidence[], others: readonly Evidence[]): boolean =>
  addresses.some((item) => item.kind === 'ip' && !hasValue(others, item))

function cardsOf(a: ReadonlySet<string>, b: ReadonlySet<string>): Cards {
  if (a.size === 0 && b.size === 0) return 'none'
  if (a.size === 0 || b.size === 0) return 'unknown'
  const [ownA, ownB] = [without(a, b), without(b, a)]
  if (ownA.length === a.size) return 'differ'
  return ownA.length > 0 && ownB.length > 0 ? 'mixed' : 'same'
}

const haveCommonCards = (cards: Cards): boolean => cards === 'same' || cards === 'mixed'

/** A serial number that is one of several for either of the two may be the other's own. */
function withWeaker(evidence: readonly Evidence[], others: readonly Evidence[]): Evidence[] {
  const movable = new Set(
    others.flatMap((item) => (item.kind === 'serial' && item.strength !== 'strong' ? [item.value] : [])),
  )
  return evidence.map((item) =>
    item.kind === 'serial' && movable.has(item.value) ? { ...item, strength: 'medium' } : item,
  )
}

const serialsIn = ({ matched }: Comparison): Evidence[] => matched.filter(({ kind }) => kind === 'serial')

/** The members of a stack have several serial numbers in common. */
const haveRealSerial = (found: Comparison): boolean =>
  serialsIn(found).length > 1 || serialsIn(found).some(({ strength }) => strength === 'strong')

/**
 * Detects two hosts. Cards in common prove little: bridges, docks, VPN adapters and hypervisors give several hosts the
 * same ones.
 */
function areTwoHosts({ found, cards, isSameSource, areReachedElsewhere }: Likeness): boolean {
  const { relation } = found
  if (isSameSource && isOtherBoard(found)) return true
  const isRenamed = relation('name') === 'differ'
  const isOtherAgent = relation('agent') === 'differ'
  if (haveCommonCards(cards)) return cards === 'mixed' && (isRenamed || isOtherAgent) && !isIdentifiedInside(found)
  if (isOtherAgent) return true
  const hasRealSerial = haveRealSerial(found)
  if (isRenamed) return cards === 'differ' || (relation('agent') === 'unknown' && !hasRealSerial)
  if (cards !== 'differ' || hasRealSerial) return false
  // A notebook's agent may list only the card in use; one with a random MAC address may change it every day.
  if (relation('agent') === 'same') return hasManufacturerMacs(found)
  return isReportedFromInside(found) || (areReachedElsewhere && hasManufacturerMacs(found))
}

const isOtherBoard = ({ relation }: Comparison): boolean =>
  relation('serial') !== 'same' &&
  relation('uuid') !== 'same' &&
  (relation('serial') === 'differ' || relation('uuid') === 'differ')

/** Kinds that a machine or its installation has, other than cards and what comes with an image or from the firmware. */
const insideKinds: readonly EvidenceKind[] = ['cloud', 'serial', 'bareSerial', 'uuid', 'agent', 'machine', 'disk']

const isIdentifiedInside = ({ relation }: Comparison): boolean => insideKinds.some((kind) => relation(kind) === 'same')

const hasManufacturerMacs = ({ observedManufacturerMacs, storedManufacturerMacs }: Comparison): boolean =>
  observedManufacturerMacs > 0 && storedManufacturerMacs > 0

/** Every match was read on the host itself. A single card seen on the link may be one of several. */
const isReportedFromInside = ({ matched }: Comparison): boolean =>
  matched.some(({ kind }) => kind === 'uuid' || kind === 'machine' || kind === 'serial')

/** Reports whether a difference that goes back and forth has no cause that one machine can have. */
function isUnexplained(likeness: Likeness): boolean {
  const { found, cards, areApart } = likeness
  const { relation } = found
  if (relation('agent') === 'differ') return !areTwoSystems(likeness)
  if (relation('serial') === 'differ' || relation('uuid') === 'differ') return true
  if (relation('name') === 'differ') return !isNamedByNetwork(likeness)
  if (cards === 'differ' || cards === 'mixed') return !hasManyCards(found)
  return areApart && isFixed(likeness)
}

/** Two operating systems on one machine have an agent each, and see the same physical cards. */
const areTwoSystems = ({ found, areOtherMachines }: Likeness): boolean =>
  found.relation('machine') === 'differ' &&
  !areOtherMachines &&
  (['serial', 'uuid', 'disk'] as const).some((kind) => found.relation(kind) === 'same')

/** Some notebooks get their name from their network. A scan reads the name that the host itself has, or cuts it. */
const isNamedByNetwork = ({ found, cards, source, areOtherNames }: Likeness): boolean =>
  haveCommonCards(cards) && (source === 'Service' ? !areOtherNames : haveRealSerial(found))

/**
 * Detects what stays on its network: anything but a computer with a card of its own that was read from inside. Copies
 * of a virtual machine have its card, too.
 */
function isFixed({ found, commonCards, source }: Likeness): boolean {
  if (commonCards.length === 0) return found.relation('agent') !== 'same'
  if (commonCards.every(isHypervisorMac) || serialsIn(found).some(({ strength }) => strength === 'medium')) return true
  return (
    source === 'Service' &&
    commonCards.length === 1 &&
    !insideKinds.some((kind) => kind !== 'serial' && found.relation(kind) === 'same')
  )
}

/** Detects a machine that may show different cards: a notebook with a dock and a wireless card, or a stack. */
const hasManyCards = (found: Comparison): boolean =>
  serialsIn(found).length > 1 || (haveRealSerial(found) && found.relation('agent') === 'same')
