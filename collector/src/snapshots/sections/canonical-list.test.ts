import { expect, it } from 'vitest'
import { fieldText, itemTexts } from './canonical-list.ts'
import { canonicalJson } from './sections.ts'

const textsOf = (json: string) => [...itemTexts(Buffer.from(json))].flat()
const nasty = ['},{', '"},{"', 'x},{"name":"y', '\\', '\\"', '\\\\","name":"z', '}]', '[{', '', 'é\u2028"']

it('the items of a list are found, whatever is in their texts', () => {
  const items = nasty.flatMap((name) => nasty.map((version) => ({ name, version })))
  const texts = textsOf(canonicalJson(items))
  expect(texts.map((text) => JSON.parse(`{${text}}`))).toEqual(items)
})

it('a long list comes in pieces that end with an item', () => {
  const items = Array.from({ length: 40_000 }, (_, index) => ({ name: `${nasty[index % nasty.length]}${index}` }))
  const pieces = [...itemTexts(Buffer.from(canonicalJson(items)))]
  expect(pieces.length).toBeGreaterThan(10)
  expect(pieces.flat().map((text) => JSON.parse(`{${text}}`))).toEqual(items)
})

it('an empty list has none', () => {
  expect(textsOf('[]')).toEqual([])
})

it.each(nasty)('the text of a field is found: %j', (name) => {
  const [text = ''] = textsOf(canonicalJson([{ architecture: name, name, version: name }]))
  expect(JSON.parse(`"${fieldText(text, 'name')}"`)).toBe(name)
  expect(fieldText(text, 'publisher')).toBe('')
})
