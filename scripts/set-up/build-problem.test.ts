import { expect, test } from 'vitest'
import { buildProblem } from './build-problem.ts'

test('names the command that installs missing build tools', async () => {
  const tool = 'a-bundler-that-is-not-installed'
  const error: unknown = await import(tool).catch((thrown: unknown) => thrown)
  expect(buildProblem(error)).toContain('run "npm ci"')
})

test('gives the message of another failure', () => {
  expect(buildProblem(new Error('a syntax error'))).toBe('a syntax error')
})
