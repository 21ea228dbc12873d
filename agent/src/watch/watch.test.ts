import { withoutProxy } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { expect, it } from 'vitest'
import { tmpFolder } from '../../../test/harness/tmp.ts'
import { watch } from './watch.ts'

it('says that it began once it has read the state of the software, so that every later change is reported', async () => {
  await using folder = await tmpFolder()
  const stop = new AbortController()
  const steps: string[] = []
  await watch({
    stateDir: folder.path,
    readState: () => {
      steps.push('read')
      return ''
    },
    run: async () => true,
    proxy: () => withoutProxy,
    log: {
      info: (_, line) => {
        steps.push(line)
        stop.abort()
      },
      warn: (_, line) => void steps.push(line),
    },
    signal: stop.signal,
  })
  expect(steps.slice(0, 2)).toEqual(['read', 'the watch of the installed software began'])
})
