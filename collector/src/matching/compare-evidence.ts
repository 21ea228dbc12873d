import type { MatchRule } from '@rollcall/shared/inventory/match.ts'
import type { Comparison } from './candidates.ts'

/**
 * Decision whether an observation belongs to a stored device. `review` is the text for the person who should check it.
 */
type Answer = { same: boolean; review: string | null; suspectsClone: boolean }
export type Verdict = Answer & {
  /** The rule that decided; null if none did, which makes it another device. */
  rule: MatchRule | null
}

const same = (review: string | null = null): Answer => ({ same: true, review, suspectsClone: false })
const other: Answer = { same: false, review: null, suspectsClone: false }

/** One rule about a comparison. undefined leaves the decision to the next rule. */
type Rule = (found: Comparison) => Answer | undefined

const cloudInstance: Rule = ({ relation }) => {
  if (relation('cloud') === 'unknown') return undefined
  if (relation('cloud') === 'differ') return other
  const isOther = relation('mac') === 'differ' && relation('name') === 'differ'
  return same(isOther ? 'Network card and name changed together; the cloud instance id stayed the same.' : null)
}

/**
 * The serial number is the same, but at least one side has no manufacturer, as in a list, or another spelling of it. A
 * number that is short proves something only together with the name.
 */
const bareSerialNumber: Rule = ({ relation, matched }) => {
  if (relation('bareSerial') !== 'same' || relation('uuid') === 'differ') return undefined
  const isLong = matched.some(({ kind, strength }) => kind === 'bareSerial' && strength !== 'weak')
  if (relation('name') === 'same' && (isLong || relation('mac') !== 'differ')) return same()
  if (!isLong) return undefined
  if (relation('name') === 'unknown') return same()
  const isOther = relation('mac') === 'differ' || relation('machine') === 'differ' || relation('agent') === 'differ'
  return isOther
    ? { ...other, suspectsClone: true }
    : same('The name changed; the serial number, without its manufacturer, stayed the same.')
}

/** Serial number or UUID differ. A swapped board keeps the disks, or at least card and name. */
const otherHardware: Rule = ({ relation, isManufacturerMac }) => {
  const serial = relation('serial')
  const uuid = relation('uuid')
  if (serial === 'same' || uuid === 'same' || (serial !== 'differ' && uuid !== 'differ')) return undefined
  if (relation('name') !== 'same') return other
  if (relation('disk') === 'same') {
    return same('Serial number or UUID changed; disks and name stayed the same. Was the board replaced?')
  }
  if (isManufacturerMac && (serial !== 'differ' || uuid !== 'differ')) {
    return same('Serial number or UUID changed; network card and name stayed the same.')
  }
  return other
}

/**
 * Another name, and nothing of its own except values that an image or a manufacturer repeats: a clone, or a guest that
 * shows its host's hardware. Only a real serial number outweighs other network cards, as for a printer whose card was
 * replaced.
 */
const stranger: Rule = (found) => {
  const { relation, matched } = found
  if (relation('name') !== 'differ') return undefined
  if (relation('mac') !== 'differ' && !isCopyAlone(found)) return undefined
  if (isReinstalled(found)) return same()
  const realSerial = matched.some(({ kind, strength }) => kind === 'serial' && strength === 'strong')
  if (realSerial && relation('machine') !== 'differ') {
    return same('Network card and name changed together; the serial number stayed the same.')
  }
  // A disk may have moved alone.
  return { ...other, suspectsClone: matched.some(({ kind, strength }) => strength !== 'weak' && kind !== 'disk') }
}

/**
 * Detects a machine that kept its board and disks while system, name and card changed. A guest shows its host's board and
 * disks as well, but never the card of a physical machine.
 */
const isReinstalled = ({ relation, hasPhysicalCard }: Comparison): boolean =>
  (relation('serial') === 'same' || relation('uuid') === 'same') && relation('disk') === 'same' && hasPhysicalCard

/**
 * Detects a copy: no card, disk or address confirms the device, only values that an image carries, or the agent id
 * differs.
 */
function isCopyAlone({ relation, address, matched }: Comparison): boolean {
  // Strong if the site's settings let it identify the machine.
  if (matched.some(({ kind, strength }) => kind === 'machine' && strength === 'strong')) return false
  if (relation('mac') === 'same' || relation('disk') === 'same' || relation('agent') === 'same') return false
  if (relation('agent') === 'differ') return true
  return relation('serial') !== 'same' && address === 'none'
}

const sameHardware: Rule = ({ relation, onlyListed }) => {
  if (relation('serial') !== 'same' && relation('uuid') !== 'same' && relation('agent') !== 'same') return undefined
  if (onlyListed && relation('name') === 'differ')
    return same('Two entries of a list have one serial number, but different names.')
  const second = relation('machine') === 'differ'
  return same(second ? 'Same hardware with another machine id: a second or new operating system.' : null)
}

/** Machine id, SNMP engine or SSH keys match: they belong to the installation and to each copy of it. */
const sameInstallation: Rule = ({ relation, isManufacturerMac, hasPhysicalCard, address }) => {
  if (relation('machine') === 'same') return same()
  if (relation('machine') === 'differ') {
    if (relation('disk') === 'same' && isManufacturerMac && hasPhysicalCard)
      return same('Same disks and card with another machine id: a second or new operating system.')
    return isManufacturerMac && relation('name') === 'same' ? same('The machine id changed.') : other
  }
  if (relation('engine') !== 'same' && relation('sshKey') !== 'same') return undefined
  if (relation('mac') === 'same' || address !== 'none') return same()
  // The factory gives routers one name and one engine id, and an image its keys: other cards elsewhere are another host.
  if (relation('mac') === 'differ') return { ...other, suspectsClone: true }
  return relation('name') === 'same' || relation('engine') === 'same' ? same() : other
}

const sameDisks: Rule = ({ relation }) =>
  relation('disk') === 'same' && relation('name') === 'same' ? same() : undefined

const renamedElsewhere = 'Name and address changed; one network card stayed the same. Did an adapter move?'

const sameCard: Rule = ({ relation, isManufacturerMac, fewMacs, address, matched }) => {
  if (relation('mac') !== 'same') return undefined
  const renamed = relation('name') === 'differ'
  const reinstalled = relation('engine') === 'differ' || relation('sshKey') === 'differ'
  if (renamed && (fewMacs || reinstalled || !isManufacturerMac)) return other
  if (reinstalled && !isManufacturerMac) return other
  const isOneCard = matched.filter(({ kind }) => kind === 'mac').length === 1
  return renamed && isOneCard && address === 'none' ? same(renamedElsewhere) : same()
}

/** Only name and address are left, and both move from device to device. */
const nameAndAddress: Rule = ({ relation, address, onlyNamed, storedAddresses }) => {
  const name = relation('name')
  if (name === 'differ' || relation('engine') === 'differ' || relation('sshKey') === 'differ') return other
  if (relation('mac') === 'differ') {
    return name === 'same' && address !== 'none'
      ? same('The network card changed; name and address stayed the same.')
      : other
  }
  if (name === 'same' && (address !== 'none' || relation('dns') === 'same' || onlyNamed)) return same()
  // The names of a router's many addresses differ; a computer's one address has one name.
  const renumbered = relation('dns') === 'differ' && storedAddresses <= 1
  return address === 'reached' && !renumbered ? same() : other
}

const rules: readonly (readonly [MatchRule, Rule])[] = [
  ['cloud', cloudInstance],
  ['otherHardware', otherHardware],
  ['bareSerial', bareSerialNumber],
  ['stranger', stranger],
  ['hardware', sameHardware],
  ['installation', sameInstallation],
  ['disks', sameDisks],
  ['card', sameCard],
  ['nameAndAddress', nameAndAddress],
]

/** Applies the first rule that decides. */
export function judge(found: Comparison): Verdict {
  for (const [rule, decide] of rules) {
    const answer = decide(found)
    if (answer) return { ...answer, rule }
  }
  return { ...other, rule: null }
}
