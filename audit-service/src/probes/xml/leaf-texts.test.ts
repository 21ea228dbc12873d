import { expect, test } from 'vitest'
import { leafTexts } from './leaf-texts.ts'

test('returns texts by name, without prefixes and attributes, the first of each', () => {
  const xml =
    '<a:root xmlns:a="x"><a:Model lang="en"> EX-9 &amp; co &#xe9;&#233; </a:Model><b:Model>other</b:Model></a:root>'
  expect([...leafTexts(xml)]).toEqual([['Model', 'EX-9 & co éé']])
})

test('replaces no declared entity, and reads no other document', () => {
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b SYSTEM "file:///etc/passwd">]><x><Model>&a;&b;&#99999999;</Model></x>'
  expect(leafTexts(bomb).get('Model')).toBe('&a;&b;&#99999999;')
})

test.each([
  ['brackets', '<'.repeat(1_000_000)],
  ['open elements', '<a>'.repeat(300_000)],
  ['long attributes', `<a ${'b '.repeat(500_000)}`],
  ['long texts', `<a>${'b'.repeat(1_000_000)}`],
  ['many elements', '<a>b</a>'.repeat(100_000)],
])('a megabyte of %s is read in one pass', (_, xml) => {
  expect(leafTexts(xml).size).toBeLessThanOrEqual(1)
})
