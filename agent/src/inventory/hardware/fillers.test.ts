import { expect, it } from 'vitest'
import { withoutFillers } from './fillers.ts'

it.each([
  '00000000',
  '000000000000',
  '000000-000',
  'XXXXXXXX',
  'xxxx',
  'FFFF',
  'Undefined',
  '[Empty]',
  'Empty',
  ' NONE ',
  'Not Settable',
  'Not Specified',
  'SerNum0',
  'SerNum01',
  'A1_SerNum0',
  'Manufacturer00',
  'Manufacturer01',
  'PartNum3',
  'Array1_PartNumber0',
  'ModulePartNumber11',
  'AssetTagNum1',
  'DIMM_A1_AssetTag',
  'Fill By OEM',
  'To be filled by O.E.M.',
  'To Be Filled By O.E.M. by More String',
  'OEM',
  'OEM Define 3',
  'OEM_Define1',
  'Default',
  'Default string',
  'NO DIMM',
  '0123456789',
  '123456789',
  '9876543210',
  '12345678901234567890123456789012',
  '---',
  '.',
])('leaves out the placeholder %j', (text) => {
  expect(withoutFillers({ partNumber: text, serialNumber: text, model: 'X1' })).toEqual({ model: 'X1' })
})

it.each([
  'F16A7984',
  '1001',
  '1.0',
  'A00',
  '0',
  'OptiPlex FX160',
  'Default Gateway Pro',
  '9ASF1G72PZ-3G2E2',
  'OEMTEK 3',
  'Samsung',
  '00AD00B300AD',
  '12345',
  'Manufacturer of Things',
])('keeps %j', (text) => expect(withoutFillers({ version: text })).toEqual({ version: text }))

it.each(['0', '1', '12345', '1.0', 'Tag#'])('leaves out %j where it would identify a part', (text) => {
  expect(withoutFillers({ serialNumber: text, assetTag: text })).toEqual({})
})

it('reads a long value in time linear to its length', () => {
  for (const part of ['a_', '0', ' ', '-', '[', 'ser', 'fill ', '\n'])
    expect(Object.keys(withoutFillers({ model: `x${part.repeat(500_000)}!` }))).toEqual(['model'])
})
