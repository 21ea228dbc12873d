import { startIssuer } from '@rollcall/collector/access/testing/issuer-server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { chosenPassword, launchChromium, openContext } from '../harness/browser.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { axeViolations } from './support/open-web.ts'

let up: Up
let browser: Browser

beforeAll(async () => {
  up = await startUp({ args: ['--no-agent'] })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await up?.stop()
})

test('the first user signs in, chooses a password, and reaches the requested page', async () => {
  const { context, faults } = await openContext(browser, { baseURL: up.facts.url })
  const page = await context.newPage()
  await page.goto('/devices?type=printer')
  const signIn = page.getByRole('button', { name: 'Sign in' })
  await signIn.waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(new URL(page.url()).pathname).toBe('/sign-in')

  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  await fill('Username', up.facts.username)
  await fill('Password', 'not the password')
  await signIn.click()
  expect(await page.getByRole('alert').innerText()).toBe('Wrong user name or password.')
  await fill('Password', up.facts.password ?? '')
  await signIn.click()

  await page.getByRole('heading', { name: 'Change password' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await fill('Current password', up.facts.password ?? '')
  await fill('New password', chosenPassword)
  await fill('Repeat new password', chosenPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  expect(new URL(page.url()).search).toBe('?type=printer')
  await page.goto('/')
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  // Each is a call that the page makes to find out: nobody has signed in, the password is wrong, another is due.
  expect(faults.filter((fault) => !/ 40[13]$|status of 40[13]/.test(fault))).toEqual([])

  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn.waitFor()
  await page.goto('/devices?type=printer')
  await fill('Username', up.facts.username)
  await fill('Password', chosenPassword)
  await signIn.click()
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  expect(new URL(page.url()).search).toBe('?type=printer')
})

test('the sign-in never redirects to another host', async () => {
  const { context } = await openContext(browser, { baseURL: up.facts.url })
  const page = await context.newPage()
  await page.goto('/sign-in?to=https://evil.example/')
  await page.getByLabel('Username').fill(up.facts.username)
  await page.getByLabel('Password', { exact: true }).fill(chosenPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(new URL(page.url()).origin).toBe(up.facts.url)
})

test('a user of the issuer signs in with one button, and sees the reason of a failure', async () => {
  const issuer = await startIssuer()
  onTestFinished(() => issuer.close())
  const grants = [{ value: 'operators', capabilities: ['StartAuditsOrScans'], siteIds: [up.facts.siteId] }]
  const oidc = {
    issuer: issuer.issuer,
    clientId: issuer.clientId,
    clientSecret: issuer.clientSecret,
    label: 'Office',
    grants,
  }
  const set = await up.api.call('PATCH', '/api/v1/sign-in-settings', { body: { oidc: { ...oidc, makeUsers: true } } })
  expect([set.status, set.body.toString()]).toEqual([200, expect.any(String)])
  const { context, faults } = await openContext(browser, { baseURL: up.facts.url })
  const page = await context.newPage()
  const ada = { sub: 'ada-1', preferred_username: 'ada', name: 'Ada Lovelace' }
  issuer.visitor.claims = ada
  await page.goto('/sign-in?to=/devices?type=printer')
  const button = page.getByRole('button', { name: 'Sign in with Office' })
  await button.click()
  await page.getByText(/^Your account has no permissions here/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  issuer.visitor.claims = { ...ada, groups: ['operators'] }
  await page.goto('/sign-in?to=/devices?type=printer')
  await button.click()
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  expect(new URL(page.url()).search).toBe('?type=printer')
  await page.getByRole('button', { name: 'User menu: Ada Lovelace' }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByText('OpenID Connect').waitFor()
  expect(await page.getByRole('heading', { name: 'Two-factor authentication' }).count()).toBe(0)
  // Nobody had signed in when the page was opened.
  expect(faults.filter((fault) => !/ 401$|status of 401/.test(fault))).toEqual([])
})
