import { expect, it } from 'vitest'
import { snapshotDataSchema } from '../inventory/observation.ts'
import { exampleData } from './example-device.ts'

it('shows only fields that a snapshot has, in their form', () => {
  expect(snapshotDataSchema.parse(exampleData)).toEqual(exampleData)
})
