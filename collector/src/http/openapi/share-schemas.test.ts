import { expect, test } from 'vitest'
import { shareSchemas } from './share-schemas.ts'

const disk = {
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`field${index}`, { type: 'string', description: `Field ${index}` }]),
  ),
  required: ['field0'],
}
const reference = { $ref: '#/components/schemas/Disk' }

/** Shares the schemas of a device whose `part` is this schema, and returns the result for `part`. */
function sharedPart(part: object): unknown {
  const { Disk, Device } = shareSchemas({ Disk: disk, Device: { type: 'object', properties: { part } } })
  expect(Disk).toEqual(disk)
  return Device?.properties?.['part']
}

test('replaces an inline schema that equals a named one by a reference', () => {
  expect(sharedPart(disk)).toEqual(reference)
  expect(sharedPart({ type: 'array', items: disk })).toEqual({ type: 'array', items: reference })
})

test('keeps the description, example and default of the place beside the reference', () => {
  const own = { description: 'The first disk', example: { field0: 'sda' }, default: {} }
  expect(sharedPart({ ...disk, ...own })).toEqual({ ...reference, ...own })
})

test('refers to a named schema from a place that also accepts null', () => {
  expect(sharedPart({ ...disk, type: ['object', 'null'] })).toEqual({ anyOf: [reference, { type: 'null' }] })
})

test('leaves a schema that differs in a field, and a small one that may be equal by chance', () => {
  const other = { ...disk, required: [] }
  expect(sharedPart(other)).toEqual(other)
  const small = { type: 'object', properties: { id: { type: 'string' } } }
  const { Device } = shareSchemas({ Tag: small, Device: { type: 'object', properties: { tag: small } } })
  expect(Device?.properties).toEqual({ tag: small })
})
