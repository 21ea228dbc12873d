import { resolve } from 'node:path'
import { defaultStateDir } from '@rollcall/agent/state-dir.ts'
import { expect, it } from 'vitest'
import { readWatchOptions } from './agent-watch.ts'

it.each([
  [[], undefined, defaultStateDir],
  [[], '/srv/of-environment', '/srv/of-environment'],
  [['--state-dir', 'state', '--json'], '/srv/of-environment', resolve('state')],
])('reads the options %j', (args, ofEnvironment, stateDir) => {
  expect(readWatchOptions(args, ofEnvironment)).toEqual({ stateDir })
})

it.each([['--help'], ['--url=https://host'], ['--state-dir'], ['extra']])(
  'leaves %s to the whole command line',
  (...args) => {
    expect(readWatchOptions(args, undefined)).toBeUndefined()
  },
)
