import { expect, it } from 'vitest'
import { fieldText, itemTexts } from './canonical-list.ts'
import { canonicalJson } from './sections.ts'

const nasty = ['},{', '"},{"', 'x},{"name":"y', '\\', '\\"', '\\\\","name":"z', '}]', '[{', '', 'é\u2028"']

it('the items of a list are found, whatever is in their texts', () => {
  const items = nasty.flatMap((name) => nasty.map((version) => ({ name, version })))
  const texts = itemTexts(canonicalJson(items))
  expect(texts.map((text) => JSON.parse(`{${text}}`))).toEqual(items)
})

it('an empty list has none', () => {
  expect(itemTexts('[]')).toEqual([])
})

it.each(nasty)('the text of a field is found: %j', (name) => {
  const [text = ''] = itemTexts(canonicalJson([{ architecture: name, name, version: name }]))
  expect(JSON.parse(`"${fieldText(text, 'name')}"`)).toBe(name)
  expect(fieldText(text, 'publisher')).toBe('')
})
