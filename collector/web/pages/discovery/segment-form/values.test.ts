import { printNames } from '@rollcall/shared/api/choices.ts'
import { describe, expect, test } from 'vitest'
import { newValues, type SegmentValues, toCreate, toPatch } from './values.ts'

const withPrints = (identifyBy: SegmentValues['scanOptions']['identifyBy']): SegmentValues => {
  const values = newValues()
  return { ...values, scanOptions: { ...values.scanOptions, identifyBy } }
}

describe('the protocols that identify hosts', () => {
  test('are all for a new segment, which is the default of the API', () => {
    expect(newValues().scanOptions.identifyBy).toEqual(printNames)
    expect(toCreate(newValues(), null).scanOptions).not.toHaveProperty('identifyBy')
    expect(toPatch(newValues(), null).scanOptions).toMatchObject({ identifyBy: null })
  })

  test.each([[['smb', 'rdp'] as const], [[]]])('are sent as chosen: %j', (chosen) => {
    const values = withPrints([...chosen])
    expect(toCreate(values, null).scanOptions).toMatchObject({ identifyBy: chosen })
    expect(toPatch(values, null).scanOptions).toMatchObject({ identifyBy: chosen })
  })
})
