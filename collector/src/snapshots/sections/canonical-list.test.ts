import { expect, it } from 'vitest'
import { fieldText, itemTexts } from './canonical-list.ts'
import { canonicalJson } from './sections.ts'

const textsOf = (json: string) => [...itemTexts(Buffer.from(json))].flat()
const nasty = ['},{', '"},{"', 'x},{"name":"y', '\\', '\\"', '\\\\","name":"z', '}]', '[{', '', 'é\u2028"']

it('finds the items of a list, whatever their texts contain', () => {
  const items = nasty.flatMap((name) => nasty.map((version) => ({ name, version })))
  const texts = textsOf(canonicalJson(items))
  expect(texts.map((text) => JSON.parse(`{${text}}`))).toEqual(items)
})

it('splits a long list into pieces that end with an item', () => {
  const items = Array.from({ length: 40_000 }, (_, index) => ({ name: `${nasty[index % nasty.length]}${index}` }))
  const pieces = [...itemTexts(Buffer.from(canonicalJson(items)))]
  expect(pieces.length).toBeGreaterThan(10)
  expect(pieces.flat().map((text) => JSON.parse(`{${text}}`))).toEqual(items)
})

it('finds no items in an empty list', () => {
  expect(textsOf('[]')).toEqual([])
})

it.each(nasty)('finds the text of a field: %j', (name) => {
  const [text = ''] = textsOf(canonicalJson([{ architecture: name, name, version: name }]))
  expect(JSON.parse(`"${fieldText(text, 'name')}"`)).toBe(name)
  expect(fieldText(text, 'publisher')).toBe('')
})
