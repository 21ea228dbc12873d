import { totp } from '@rollcall/collector/users/test-totp.ts'
import { expect, test } from 'vitest'
import { chosenPassword } from '../harness/browser.ts'
import { axeViolations } from './support/open-web.ts'
import { useWeb } from './support/use-web.ts'

const web = useWeb()

test('a person sees where the account is signed in, ends the others, and changes the own name', async () => {
  const other = await web.open('/devices')
  await other.page.getByRole('heading', { name: 'Devices' }).waitFor()
  const { page, faults } = await web.open('/devices')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  const sessions = page.getByRole('table', { name: 'Signed in' })
  await sessions.getByRole('row', { name: /this one/ }).waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await sessions.getByRole('button').first().waitFor({ state: 'detached' })
  expect(await sessions.locator('tbody tr').count()).toBe(1)
  await other.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reviews' }).click()
  await other.page.getByText(/^Your session has ended/).waitFor()
  await other.page.getByLabel('Username').fill(web.up().facts.username)
  await other.page.getByLabel('Password', { exact: true }).fill(chosenPassword)
  await other.page.getByRole('button', { name: 'Sign in' }).click()
  await other.page.getByRole('heading', { name: 'Reviews' }).waitFor()

  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper')
  await page.getByLabel('Mail address').fill('grace')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must be a mail address').waitFor()
  await page.getByLabel('Mail address').fill('grace@example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'User menu: Grace Hopper' }).waitFor()
  expect(faults.filter((fault) => !/ 400$|status of 400/.test(fault))).toEqual([])
})

test('the second factor is set up with its key, asked for at the next sign-in, and turned off', async () => {
  const { page } = await web.open('/account')
  const turn = async (word: 'Turn on' | 'Turn off', action: string) => {
    await page.getByRole('button', { name: word }).click()
    await page.getByLabel('Your password').fill(chosenPassword)
    await page.getByRole('dialog').getByRole('button', { name: action }).click()
  }
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('Your password').fill('not the password')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('is not your password').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await turn('Turn on', 'Go on')
  const key = await page.getByRole('textbox', { name: 'Key' }).inputValue()
  await page.getByRole('img', { name: 'QR code of the key below' }).waitFor()
  const code = page.getByLabel('Code that the app shows now')
  await code.fill('000000')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('is wrong, or was used before').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await code.fill(totp(key, Date.now()))
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  const backup = page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  const backupCode = await backup.first().innerText()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('button', { name: 'New backup codes' }).waitFor()

  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByLabel('Username').fill(web.up().facts.username)
  await page.getByLabel('Password', { exact: true }).fill(chosenPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Code').waitFor()
  await page.getByRole('button', { name: 'Begin anew' }).click()
  await page.getByLabel('Username').fill(web.up().facts.username)
  await page.getByLabel('Password', { exact: true }).fill(chosenPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Code').fill(backupCode)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^User menu/ }).waitFor()
  await page.goto('/account')
  await turn('Turn off', 'Turn off')
  await page.getByRole('button', { name: 'Turn on' }).waitFor()
})

test('axe finds nothing on the account', async () => {
  for (const width of [1280, 390]) {
    const { page, context, faults } = await web.open('/account', { viewport: { width, height: 900 } })
    await page.getByRole('table', { name: 'Signed in' }).waitFor()
    expect([await axeViolations(page), faults]).toEqual([[], []])
    await context.close()
  }
})
