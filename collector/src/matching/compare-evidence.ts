import type { MatchRule } from '@rollcall/shared/inventory/match.ts'
import type { Comparison } from './candidates.ts'

/** Whether an observation is of a known device. `review` says what a person should look at. */
type Answer = { same: boolean; review: string | null; suspectsClone: boolean }
export type Verdict = Answer & {
  /** The rule that had the answer; null where none had one, which makes it another device. */
  rule: MatchRule | null
}

const same = (review: string | null = null): Answer => ({ same: true, review, suspectsClone: false })
const other: Answer = { same: false, review: null, suspectsClone: false }

/** One question about a comparison; undefined leaves it to the next. */
type Rule = (found: Comparison) => Answer | undefined

const cloudInstance: Rule = ({ relation }) => {
  if (relation('cloud') === 'unknown') return undefined
  if (relation('cloud') === 'differ') return other
  const isOther = relation('mac') === 'differ' && relation('name') === 'differ'
  return same(isOther ? 'Network card and name changed at once; the cloud’s id of the instance stayed.' : null)
}

/** Serial number or UUID speak against it. A swapped board keeps the disks, or at least card and name. */
const otherHardware: Rule = ({ relation, makersMac }) => {
  const serial = relation('serial')
  const uuid = relation('uuid')
  if (serial === 'same' || uuid === 'same' || (serial !== 'differ' && uuid !== 'differ')) return undefined
  if (relation('name') !== 'same') return other
  if (relation('disk') === 'same') {
    return same('Serial number or UUID changed while disks and name stayed: was the board replaced?')
  }
  if (makersMac && (serial !== 'differ' || uuid !== 'differ')) {
    return same('Serial number or UUID changed while network card and name stayed.')
  }
  return other
}

/**
 * Another name, and nothing of its own but what an image or a maker repeats: a clone, or a guest that shows its host's
 * hardware. Only a real serial number outweighs other network cards, as a printer's does whose card was replaced.
 */
const stranger: Rule = (found) => {
  const { relation, matched } = found
  if (relation('name') !== 'differ') return undefined
  if (relation('mac') !== 'differ' && !isCopyAlone(found)) return undefined
  const realSerial = matched.some(({ kind, strength }) => kind === 'serial' && strength === 'strong')
  if (realSerial && relation('machine') !== 'differ') {
    return same('Network card and name changed at once; the serial number stayed.')
  }
  return { ...other, suspectsClone: matched.some(({ strength }) => strength !== 'weak') }
}

/** No card, disk or address tells that it is the same, only what goes with an image, or its agent says that it is not. */
function isCopyAlone({ relation, address, matched }: Comparison): boolean {
  // Strong where the site says that it tells which machine it is.
  if (matched.some(({ kind, strength }) => kind === 'machine' && strength === 'strong')) return false
  if (relation('mac') === 'same' || relation('disk') === 'same' || relation('agent') === 'same') return false
  if (relation('agent') === 'differ') return true
  return relation('serial') !== 'same' && address === 'none'
}

const sameHardware: Rule = ({ relation }) => {
  if (relation('serial') !== 'same' && relation('uuid') !== 'same' && relation('agent') !== 'same') return undefined
  const second = relation('machine') === 'differ'
  return same(second ? 'Same hardware with another machine id: a second or a new operating system.' : null)
}

/** Machine id, SNMP engine or SSH keys: they go with the installation, and with each copy of it. */
const sameInstallation: Rule = ({ relation, makersMac, address }) => {
  if (relation('machine') === 'same') return same()
  if (relation('machine') === 'differ') {
    return makersMac && relation('name') === 'same' ? same('The machine id changed.') : other
  }
  if (relation('engine') !== 'same' && relation('sshKey') !== 'same') return undefined
  if (relation('name') === 'same' || relation('mac') === 'same' || address !== 'none') return same()
  return relation('engine') === 'same' && relation('mac') === 'unknown' ? same() : other
}

const sameDisks: Rule = ({ relation }) =>
  relation('disk') === 'same' && relation('name') === 'same' ? same() : undefined

const sameCard: Rule = ({ relation, makersMac, fewMacs }) => {
  if (relation('mac') !== 'same') return undefined
  const renamed = relation('name') === 'differ'
  const reinstalled = relation('engine') === 'differ' || relation('sshKey') === 'differ'
  if (renamed && (fewMacs || reinstalled || !makersMac)) return other
  return reinstalled && !makersMac ? other : same()
}

/** Nothing is left but name and address, which both move from device to device. */
const nameAndAddress: Rule = ({ relation, address, onlyNamed, knownAddresses }) => {
  const name = relation('name')
  if (name === 'differ' || relation('engine') === 'differ' || relation('sshKey') === 'differ') return other
  if (relation('mac') === 'differ') {
    return name === 'same' && address !== 'none' ? same('The network card changed; name and address stayed.') : other
  }
  if (name === 'same' && (address !== 'none' || relation('dns') === 'same' || onlyNamed)) return same()
  // The names of a router's many addresses differ; a computer's one address has one name.
  const renumbered = relation('dns') === 'differ' && knownAddresses <= 2
  return address === 'reached' && !renumbered ? same() : other
}

const rules: readonly (readonly [MatchRule, Rule])[] = [
  ['cloud', cloudInstance],
  ['otherHardware', otherHardware],
  ['stranger', stranger],
  ['hardware', sameHardware],
  ['installation', sameInstallation],
  ['disks', sameDisks],
  ['card', sameCard],
  ['nameAndAddress', nameAndAddress],
]

/** The first rule that has an answer. */
export function judge(found: Comparison): Verdict {
  for (const [rule, decide] of rules) {
    const answer = decide(found)
    if (answer) return { ...answer, rule }
  }
  return { ...other, rule: null }
}
