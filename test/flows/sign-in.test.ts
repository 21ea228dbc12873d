import { meSchema } from '@rollcall/shared/api/user.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserSession } from '../harness/browser-session.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { problemOf } from './support/checked-api.ts'

const newPassword = 'a password of twelve'

let folder: TmpFolder
let up: Up
/** Origin of the first start, used throughout. */
let origin: string
let port: string

beforeAll(async () => {
  folder = await tmpFolder()
  up = await startUp({ dataDir: folder.path })
  origin = up.facts.url
  port = new URL(origin).port
})
afterAll(async () => {
  await up?.stop()
  await folder?.remove()
})

test('the operator signs in with the password of the first start, and chooses another', async () => {
  const browser = browserSession(up.api, origin)
  const { username, password = '' } = up.facts
  expect((await browser.signIn(username, password)).json()).toEqual({ twoFactorRedirect: false })
  problemOf(await browser.send('GET', '/api/v1/devices'), 403)
  const body = { currentPassword: password, newPassword }
  expect((await browser.send('POST', '/api/auth/change-password', { body })).status).toBe(204)
  const devices = await browser.send('GET', '/api/v1/devices')
  expect([devices.status, devices.headers['ratelimit']]).toEqual([200, undefined])
})

test('a session survives a restart, and a foreign page changes nothing with it', async () => {
  const browser = browserSession({ call: (...args) => up.api.call(...args) }, origin)
  await browser.signIn('admin', newPassword)
  await up.stop()
  up = await startUp({ dataDir: folder.path, args: ['--port', port] })
  const me = meSchema.parse((await browser.send('GET', '/api/v1/me')).json())
  expect(me).toMatchObject({ username: 'admin', capabilities: ['Administrator'], sites: [{ id: up.facts.siteId }] })
  const headers = { Origin: 'https://elsewhere.example' }
  problemOf(await browser.send('POST', '/api/v1/tags', { body: { name: 'Theirs' }, headers }), 403)
  expect((await browser.send('POST', '/api/v1/tags', { body: { name: 'Ours' } })).status).toBe(201)
  const changes = (await up.api.get('/api/v1/software/change-history?entity=Tag')).json()
  expect(changes).toMatchObject({ items: [{ actor: 'admin', to: 'Ours' }] })
})

test('the command line resets the password of a locked-out user, and ends the sessions', async () => {
  const browser = browserSession(up.api, origin)
  await browser.signIn('admin', newPassword)
  const guesses = []
  for (let guess = 0; guess < 11; guess += 1)
    guesses.push(await browserSession(up.api, origin).signIn('admin', 'guess'))
  const last = guesses.at(-1)
  expect([last?.status, Number(last?.headers['retry-after'])]).toEqual([429, expect.closeTo(900, -2)])

  const reset = await up.cli('user', 'reset-password', 'Admin', '--two-factor')
  expect(reset).toMatchObject({ code: 0, stdout: expect.stringMatching(/^(\w{4}-){4}\w{4}\n$/) })
  problemOf(await browser.send('GET', '/api/v1/me'), 401)
  expect((await browser.signIn('admin', newPassword)).status).toBe(401)
  expect((await browser.signIn('admin', reset.stdout.trim())).status).toBe(200)
  const unknown = await up.cli('user', 'reset-password', 'nobody')
  expect(unknown).toMatchObject({ code: 1, stderr: 'rollcall: no user is named "nobody"\n' })
})
