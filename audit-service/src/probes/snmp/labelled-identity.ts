import { isEmptyText } from './empty-text.ts'
import { formatOid, type Oid } from './oid.ts'
import type { PrivateObject } from './private-objects.ts'
import { isNoName } from './value-shapes.ts'

/** A value with its object. */
export type Sourced = { value: string; source: string }
export type PrivateIdentity = Partial<Record<'model' | 'serialNumber' | 'version', Sourced | undefined>>

/** Columns from a label to its value. */
const columnsMax = 8

const forms = {
  model: {
    label:
      /^(?:device |system |product |unit )?(?:model(?: ?(?:name|number|no\.?))?|product(?: name)?|device type)[:.]?$/i,
    isValue: (text: string) => !isNoName(text) && /[a-z].*\d|\d.*[a-z]/i.test(text) && text.length <= 48,
  },
  serialNumber: {
    label: /^(?:device |system |chassis |product |unit )?(?:serial(?: ?(?:number|no\.?|num\.?|#))?|s\/n|sn)[:.]?$/i,
    isValue: (text: string) => /^[\w-]{4,32}$/.test(text) && /\d/.test(text),
  },
  version: {
    label: /^(?:(?:firmware|software|system|sw|fw) ?(?:version|ver\.?|revision|release)|firmware|version)[:.]?$/i,
    isValue: (text: string) => /\d/.test(text) && text.length <= 64,
  },
} as const

/** Reads tables of labels and values, such as `Serial Number` beside `A0123456`: the value is in a later column. */
export function labelledIdentity(objects: readonly PrivateObject[]): PrivateIdentity {
  const byOid = new Map(objects.map(({ oid, text }) => [formatOid(oid), text]))
  const found = (part: keyof typeof forms): Sourced | undefined => {
    const { label, isValue } = forms[part]
    for (const { oid } of objects.filter(({ text }) => label.test(text))) {
      for (let column = 1; column <= columnsMax; column += 1) {
        const source = formatOid(besides(oid, column))
        const value = byOid.get(source)
        if (value === undefined) continue
        if (isValue(value) && !isEmptyText(value)) return { value, source }
        break
      }
    }
    return undefined
  }
  return { model: found('model'), serialNumber: found('serialNumber'), version: found('version') }
}

/** Returns the name of the cell so many columns after a cell with an index of one number. */
const besides = (oid: Oid, columns: number): Oid => oid.map((arc, i) => (i === oid.length - 2 ? arc + columns : arc))
