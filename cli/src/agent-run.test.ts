import { resolve } from 'node:path'
import { defaultStateDir } from '@rollcall/agent/state-dir.ts'
import { expect, it } from 'vitest'
import { readRunOptions } from './agent-run.ts'

const ofEnvironment = '/srv/of-environment'

it.each([
  [[], undefined, { stateDir: defaultStateDir }],
  [[], ofEnvironment, { stateDir: ofEnvironment }],
  [['--state-dir', 'state'], ofEnvironment, { stateDir: resolve('state') }],
  [['--state-dir=/srv/a'], undefined, { stateDir: '/srv/a' }],
  [['--if-due'], undefined, { stateDir: defaultStateDir, ifDue: true }],
  [['--json', '--url', 'https://host'], undefined, { stateDir: defaultStateDir, url: 'https://host', json: true }],
])('reads the options %j', (args, stateDir, options) => {
  expect(readRunOptions(args, stateDir)).toEqual(options)
})

it.each([['--help'], ['-h'], ['--stat-dir=x'], ['--state-dir'], ['--json=yes'], ['extra']])(
  'leaves %s to the whole command line',
  (...args) => {
    expect(readRunOptions(args, undefined)).toBeUndefined()
  },
)
