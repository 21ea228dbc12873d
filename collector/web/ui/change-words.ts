import type { Change } from '@rollcall/shared/api/change.ts'
import { fieldLabel } from './field-label.ts'
import { formatValue } from './format-value.ts'

/** Fields of records in words, where their own name does not read well. Empty: the values say what they are. */
const fields: Readonly<Record<string, string>> = {
  softwareGroup: '',
  inScopeTagId: 'scope',
  dnsName: 'DNS name',
  ipAddress: 'IP address',
  macAddress: 'MAC address',
  oidc: 'single sign-on',
  cron: 'times',
  parameters: 'shows',
}

/** Names the field of a change in lower case, as part of a sentence; empty if there is none to name. */
function fieldInWords({ entity, field }: Change): string {
  if (field === null) return ''
  if (entity === 'Hardware' || entity === 'Network' || entity === 'Software') {
    return fields[field] ?? fieldLabel(entity, field)
  }
  return (
    fields[field] ??
    field
      .replace(/Ids?$/, '')
      .replace(/[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`)
      .replaceAll('.', ': ')
  )
}

const flags: Readonly<Record<string, string>> = { true: 'yes', false: 'no' }

/** Writes a value for people; `none` for one that was not set. */
const valueInWords = (field: string | null, value: string | null): string => {
  const text = formatValue(field, value)
  return text === null || text === '' ? 'none' : (flags[text] ?? text)
}

/** Writes what changed about the subject: `Regular → Forbidden`, `Firefox 144 → 145`, `added`. */
export function changeInWords(change: Change): string {
  const { verb, entity, field, from, to, deviceId } = change
  const name = fieldInWords(change)
  if (entity === 'Software' && deviceId !== null) return softwareInWords(change)
  if (verb !== 'Modified') {
    const word = verb === 'Added' ? 'added' : deviceId === null || entity === 'Device' ? 'deleted' : 'removed'
    const value = verb === 'Added' ? to : from
    // The name of a record stands before the words as their subject.
    const isNamed = deviceId === null || entity === 'Device'
    return [name, isNamed ? '' : formatValue(field, value), word].filter(Boolean).join(' ')
  }
  if (from === null && to === null) return name === '' ? 'changed' : `${name} changed`
  if (field === null) return to ?? ''
  const values = `${valueInWords(field, from)} → ${valueInWords(field, to)}`
  return name === '' ? values : `${name}: ${values}`
}

function softwareInWords({ verb, field, from, to }: Change): string {
  if (verb === 'Added') return [field, to, 'installed'].filter(Boolean).join(' ')
  if (verb === 'Deleted') return [field, from, 'removed'].filter(Boolean).join(' ')
  return `${field} ${valueInWords(null, from)} → ${valueInWords(null, to)}`
}

/** Writes what one operation changed: its only change, or its first ones and the number of the others. */
export function changesInWords(changes: readonly Change[]): string {
  const all = [...new Set(changes.map(changeInWords))]
  const shown = all.slice(0, all.length === shownMax + 1 ? all.length : shownMax)
  const more = all.length - shown.length
  return [shown.join(', '), more > 0 ? `and ${more} more` : ''].filter(Boolean).join(' ')
}

const shownMax = 2
