import { existsSync } from 'node:fs'
import { readConfig, storedJoinPath } from '@rollcall/agent/config.ts'
import { join } from '@rollcall/agent/join.ts'
import { storeJoin } from '@rollcall/agent/stored-join.ts'
import { startTestCollector, type TestCollector } from '@rollcall/agent/submit/testing/collector.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { agentSelfPath } from '@rollcall/shared/messages/agent-protocol.ts'
import { formatJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { joinAsStored } from './manage-agent.ts'

const agentId = '01990000-0000-7000-8000-00000000000a'
const siteId = '01990000-0000-7000-8000-00000000000b'

let collector: TestCollector
let folder: TmpFolder
/** True while the collector refuses to let agents join. */
let refuses: boolean
const warnings: string[] = []
const log = { info: () => undefined, warn: (_fields: object, message: string) => void warnings.push(message) }
const tokenOf = (secret: string) =>
  formatJoinToken({ secret: secret.padEnd(43, '-'), pin: collector.pin, kind: 'agent' })

beforeAll(async () => {
  collector = await startTestCollector()
  collector.answer(({ path }) => {
    if (path === agentSelfPath) return { status: 200 }
    if (refuses) return { status: 403, body: { detail: 'This join token is used up.' } }
    return { status: 201, body: { agentId, siteId, token: 'agent-token', caPem: collector.caPem } }
  })
})
afterAll(() => collector.stop())
beforeEach(async () => {
  folder = await tmpFolder()
  refuses = false
  warnings.length = 0
})
afterEach(() => folder.remove())

it('tries the stored join in each run until it succeeds, and deletes the token then', async () => {
  await storeJoin(folder.path, { url: collector.url, token: tokenOf('first') })
  refuses = true
  await expect(joinAsStored(folder.path, log)).rejects.toThrow(OperatorError)
  expect(existsSync(storedJoinPath(folder.path))).toBe(true)
  refuses = false
  await joinAsStored(folder.path, log)
  expect(await readConfig(folder.path)).toMatchObject({ agentId })
  expect(existsSync(storedJoinPath(folder.path))).toBe(false)
  await joinAsStored(folder.path, log)
  expect(warnings).toEqual([])
})

it('lets an agent that has joined go on while a stored join fails', async () => {
  await join({ url: collector.url, token: tokenOf('first'), stateDir: folder.path })
  await storeJoin(folder.path, { url: collector.url, token: tokenOf('second') })
  refuses = true
  await joinAsStored(folder.path, log)
  expect(warnings).toEqual([expect.stringContaining('This join token is used up.')])
  expect(await readConfig(folder.path)).toMatchObject({ agentId })
  expect(existsSync(storedJoinPath(folder.path))).toBe(true)
})
