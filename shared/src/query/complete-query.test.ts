import { expect, it } from 'vitest'
import { completeQuery } from './complete-query.ts'

/** Completes a text with its caret at `|`, and returns the texts that the suggestions would make. */
function at(marked: string) {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  const found = completeQuery(text, caret)
  return {
    ...found,
    made: found.suggestions.map((each) => text.slice(0, found.start) + each.text + text.slice(found.end)),
  }
}

it.each([
  ['ty|', 'type '],
  ['softw|', 'software('],
  ['type |', 'type = '],
  ['type = pri|', 'type = printer '],
  ['type =|', 'type = '],
  ['stale = |', 'stale = true '],
  ['lastSeen < 14|', 'lastSeen < 14d ago '],
  ['lastSeen |', 'lastSeen < '],
  ['type = printer |', 'type = printer and '],
  ['type = printer a|', 'type = printer and '],
  ['type = printer and lastS|', 'type = printer and lastSeen '],
  ['not (has ass|', 'not (has assetTag '],
  ['software(ver|', 'software(version '],
  ['software(name = Firefox and ver|', 'software(name = Firefox and version '],
  ['software(name = Firefox) and ty|', 'software(name = Firefox) and type '],
  ['ty|pe = printer', 'type = printer'],
])('completes %s to %s', (marked, made) => {
  expect(at(marked).made).toContain(made)
})

it.each([
  ['software(ty|', 'type '],
  ['software(|', 'software(software('],
  ['has tag |', 'has tag name '],
  ['type < |', 'type < printer '],
])('does not complete %s to %s', (marked, made) => {
  expect(at(marked).made).not.toContain(made)
})

it('names the field whose values the caller has', () => {
  expect(at('tag = Off|').value).toMatchObject({ field: { name: 'tag' } })
  expect(at('tag = Off|').typed).toBe('Off')
  expect(at('model = "HP Las|').typed).toBe('HP Las')
  expect(at('software(name = Fire|').value).toMatchObject({ field: { name: 'name' }, item: { name: 'software' } })
  expect(at('memory > 1|').value).toBeUndefined()
})

it('finds a field by its label', () => {
  expect(at('seen|').made).toContain('lastSeen ')
})
