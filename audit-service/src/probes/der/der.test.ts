import { expect, test } from 'vitest'
import { contentOf, der, elementLength, elementsOf } from './der.ts'

test.each([0, 127, 128, 255, 256, 65_000])('an element with %d bytes is read as it was written', (length) => {
  const content = Buffer.alloc(length, 7)
  const element = der(0x30, der(0x04, content))
  expect(elementLength(element)).toBe(element.length)
  expect(contentOf(contentOf(element, 0x30), 0x04)).toEqual(content)
})

test.each([
  ['', undefined],
  ['30', undefined],
  ['3080', undefined],
  ['3085ffffffffff', undefined],
  ['3082ff', undefined],
  ['308401000000', 0x0100_0000 + 6],
  ['3003', 5],
])('the header %s announces %s bytes', (hex, length) => {
  expect(elementLength(Buffer.from(hex, 'hex'))).toBe(length)
})

test('elements end at the first that is longer than the bytes', () => {
  const bytes = Buffer.concat([der(4, 'a'), der(4, 'b'), Buffer.from([4, 9, 1])])
  expect(elementsOf(bytes).map(({ content }) => content.toString())).toEqual(['a', 'b'])
})
