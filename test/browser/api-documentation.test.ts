import { expect, test } from 'vitest'
import { computer, importDevice } from './support/devices.ts'
import { axeOnDeskAndPhone } from './support/open-web.ts'
import { useWeb } from './support/use-web.ts'

const web = useWeb()

test('the API documentation is a page of the interface, and tries calls out as the signed-in user, and passes axe', async () => {
  await importDevice(web.up().api, computer(7))
  const { page, faults } = await web.open('/devices')
  const rail = page.getByRole('navigation', { name: 'Main' })
  await rail.getByRole('link', { name: 'API documentation' }).click()
  await page.getByRole('heading', { name: 'API documentation', level: 1 }).waitFor()
  await page.locator('.opblock-tag').filter({ hasText: 'Search' }).first().click()
  const search = page.locator('#operations-Search-search')
  await search.locator('.opblock-summary-control').click()
  await search.locator('.try-out__btn').click()
  await search.locator('input[placeholder="q"]').fill('pc-07')
  await search.locator('.execute').click()
  const answer = search.locator('.live-responses-table .response')
  await answer.getByText('200').first().waitFor()
  expect(await answer.innerText()).toContain('pc-07')
  // The second main element has another role: the rule against that is weaker than the one against two main parts.
  expect((await axeOnDeskAndPhone(page)).filter((line) => !line.includes('aria-allowed-role: <main'))).toEqual([])

  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => page.evaluate("document.documentElement.classList.contains('dark-mode')")).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth - window.innerWidth'))
    .toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 900 })

  await rail.getByRole('link', { name: 'Devices' }).click()
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  expect(await page.evaluate("document.documentElement.classList.contains('dark-mode')")).toBe(false)
  await page.goBack()
  await page.locator('.opblock-tag').first().waitFor()
  expect(faults).toEqual([])
})
