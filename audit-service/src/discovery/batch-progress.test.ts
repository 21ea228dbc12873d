import { describe, expect, it } from 'vitest'
import { batchProgress } from './batch-progress.ts'

describe('batchProgress', () => {
  it('rises with all discoverers together, and does not report the end', () => {
    const told: number[] = []
    const pass = batchProgress(10, 40, (done) => told.push(done))
    for (const some of [2, 2, 1, 0, 3.5, 4, 26, 1.5]) pass(some)
    expect(told).toEqual([1, 2, 3, 9])
  })
})
