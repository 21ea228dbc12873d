import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { formatJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../test/harness/tmp.ts'
import { readStoredJoin, removeStoredJoin, storeJoin } from './stored-join.ts'

let folder: TmpFolder
beforeEach(async () => {
  folder = await tmpFolder()
})
afterEach(() => folder.remove())

const url = 'https://collector.example:8443'
const pin = Buffer.alloc(32, 1).toString('base64')
const token = formatJoinToken({ secret: 'a'.repeat(43), pin, kind: 'agent' })

it('keeps the arguments for the first run, readable by the owner only', async () => {
  await storeJoin(folder.path, { url: `${url}/some/page`, token, proxy: 'none' })
  expect(await readStoredJoin(folder.path)).toEqual({ url, token, proxy: 'none' })
  expect((await stat(join(folder.path, 'join.json'))).mode & 0o777).toBe(0o600)
  await removeStoredJoin(folder.path)
  expect(await readStoredJoin(folder.path)).toBeUndefined()
})

it('refuses half a token and an address without https, and stores nothing', async () => {
  await expect(storeJoin(folder.path, { url, token: token.slice(0, -9) })).rejects.toThrow(OperatorError)
  await expect(storeJoin(folder.path, { url: 'http://collector.example', token })).rejects.toThrow(OperatorError)
  expect(await readStoredJoin(folder.path)).toBeUndefined()
})

it('names a damaged file and the remedy', async () => {
  await writeFile(join(folder.path, 'join.json'), '{"url":')
  await expect(readStoredJoin(folder.path)).rejects.toThrow(/join\.json is damaged: join this agent with/)
})
