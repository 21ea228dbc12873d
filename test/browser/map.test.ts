import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hostileText, importDevice } from './support/devices.ts'
import { axeViolations } from './support/open-web.ts'
import { officeComputer, officeSwitches, withAccessPoints } from './support/switches.ts'
import { useWeb } from './support/use-web.ts'

const web = useWeb()
const zoomOf = (page: Page) => page.getByRole('status', { name: 'Zoom' })

test('explains the sources of the map while no switch has been audited', async () => {
  const { page, faults } = await web.open('/map')
  await page.getByText('No switches yet').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(faults).toEqual([])
})

describe('nine switches', () => {
  beforeAll(async () => {
    for (const observation of officeSwitches({ distribution: 2, access: 3, endpoints: 6 }))
      await importDevice(web.up().api, observation)
    await importDevice(web.up().api, officeComputer(3, 0))
    await importDevice(web.up().api, officeComputer(4, 2))
  })

  test('a switch is found by a connected device, selected, and links to its ports', async () => {
    const { page, faults } = await web.open('/map')
    await page.getByText('9 switches, 8 links, 36 endpoints').waitFor()
    await page.getByRole('list', { name: 'Colours' }).getByText('Computer').waitFor()

    await page.getByRole('combobox', { name: 'Find on the map' }).fill('pc-4-2')
    await page.getByRole('option', { name: 'pc-4-2 at access-1-2 Gi1/0/3' }).click()
    const panel = page.getByRole('region', { name: 'Switch: access-1-2' })
    await panel.getByRole('heading', { name: 'Port Gi1/0/3' }).waitFor()
    expect(new URL(page.url()).searchParams.get('port')).toBe('Gi1/0/3')
    await panel.getByRole('table', { name: 'Connected to access-1-2 Gi1/0/3' }).getByRole('link').waitFor()
    await panel.getByText('Te1/0/1 to').waitFor()
    await panel.getByText('reported by both (LLDP)').waitFor()
    const all = panel.getByRole('table', { name: 'Connected to access-1-2', exact: true })
    await all.getByRole('link', { name: 'pc-4-2' }).waitFor()
    await panel.getByRole('button', { name: 'Expand on the map' }).click()
    await panel.getByRole('button', { name: 'Collapse on the map', exact: true }).waitFor()
    await panel.getByRole('button', { name: 'dist-1' }).click()
    await page.getByRole('region', { name: 'Switch: dist-1' }).waitFor()
    expect(new URL(page.url()).searchParams.has('port')).toBe(false)

    await page.getByRole('radiogroup', { name: 'Colour by' }).getByText('VLAN').click()
    await page.getByRole('list', { name: 'Colours' }).getByText('VLAN 10').waitFor()
    expect(new URL(page.url()).search).toContain('colour=vlan')
    expect(faults).toEqual([])
  })

  test('is navigated by keys, and zoomed by wheel and keys', async () => {
    const { page, faults } = await web.open('/map')
    const canvas = page.getByRole('application', { name: 'Map of the switches' })
    await canvas.focus()
    await page.keyboard.press('j')
    await page.getByRole('region', { name: 'Switch: core-1' }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('region', { name: 'Switch: dist-1' }).waitFor()
    // What was flown to is looked at from near by.
    await zoomOf(page).getByText('100 %').waitFor()
    await page.keyboard.press('+')
    await zoomOf(page).getByText('130 %').waitFor()
    await canvas.hover()
    await page.mouse.wheel(0, 400)
    await zoomOf(page).getByText('48 %').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'dist-1' }).waitFor()
    expect(faults).toEqual([])
  })

  test('a pinch zooms around its centre, and selects nothing', async () => {
    const { page, context } = await web.open('/map', { hasTouch: true })
    const canvas = page.getByRole('application', { name: 'Map of the switches' })
    const box = await canvas.boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    const fingers = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...apart: number[]) => {
      const touchPoints = apart.flatMap((by) => [
        { x: x - by, y, id: 0 },
        { x: x + by, y, id: 1 },
      ])
      return fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
    }
    const percent = async () => Number.parseInt(await zoomOf(page).innerText(), 10)
    await page.getByRole('button', { name: 'Show whole map' }).click()
    const before = await percent()
    await touch('touchStart', 40)
    await touch('touchMove', 80)
    await touch('touchEnd')
    await expect.poll(percent).toBeCloseTo(2 * before, -1)
    await touch('touchStart', 80)
    await touch('touchEnd')
    expect(await page.getByRole('region', { name: /^Switch: / }).count()).toBe(0)
  })

  test('prints completely, in light colours and without the frame, and is unchanged afterwards', async () => {
    const { page } = await web.open('/map', { colorScheme: 'dark' })
    await page.getByRole('application').focus()
    await page.keyboard.press('j')
    await zoomOf(page).getByText('100 %').waitFor()
    await page.evaluate(`addEventListener('beforeprint', () => {
      const { width, height } = document.querySelector('canvas')
      window.paper = { ratio: width / height, scheme: document.documentElement.dataset.mantineColorScheme }
    })`)
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-')
    // Three columns of two switches and the core: wider than high.
    expect(await page.evaluate('window.paper')).toEqual({ ratio: expect.closeTo(1.6, 0), scheme: 'light' })
    expect(await page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark')
    expect(await zoomOf(page).innerText()).toBe('100 %')
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'hidden' })
  })

  test('a tap on a switch selects it', async () => {
    const { page } = await web.open('/map')
    const canvas = page.getByRole('application', { name: 'Map of the switches' })
    const box = await canvas.boundingBox()
    const [width, height] = [box?.width ?? 0, box?.height ?? 0]
    // All of it is in view, as wide as it is with its margins: the core is on top, in the middle.
    const panel = page.getByRole('region', { name: /^Switch: core-1$/ })
    for (let y = 10; y < height && (await panel.count()) === 0; y += 20) {
      await canvas.click({ position: { x: width / 2, y } })
    }
    await panel.waitFor()
  })

  test('a switch is dragged to a position that stays, and all positions are reset and restored', async () => {
    const { page, faults } = await web.open('/map')
    const positions = async () => (await web.up().api.get('/api/v1/topology/positions')).json()
    await page.getByRole('application').focus()
    await page.keyboard.press('j')
    await page.getByRole('region', { name: 'Switch: core-1' }).waitFor()
    // The selected switch stands in the middle.
    const box = await page.locator('canvas').boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 10)
    await page.mouse.move(x + 120, y + 30)
    await page.mouse.up()
    await expect.poll(positions).toEqual({
      positions: { [new URL(page.url()).searchParams.get('at') ?? '']: { x: expect.any(Number), y: 30 } },
    })
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(async () => JSON.stringify(await positions())).toContain('"y":70')
    const after = await positions()
    await page.reload()
    await page.getByRole('button', { name: 'Reset positions' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset positions' }).click()
    await expect.poll(positions).toEqual({ positions: {} })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(positions).toEqual(after)
    expect(faults).toEqual([])
  })

  test('someone who may not edit moves no switch', async () => {
    const { page } = await web.openAsReader('/map')
    await page.getByRole('application').focus()
    await page.keyboard.press('j')
    await page.getByRole('region', { name: /^Switch: / }).waitFor()
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()))
    const box = await page.locator('canvas').boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 120, y + 30)
    await page.mouse.up()
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('button', { name: 'Export' }).waitFor()
    expect(await page.getByRole('button', { name: 'Reset positions' }).count()).toBe(0)
    await page.goto('/')
    expect(sent).toEqual([])
  })

  test('the whole map is exported as SVG and PNG, also when only a part is in view', async () => {
    const { page, faults } = await web.open('/map')
    await page.getByRole('application').focus()
    await page.keyboard.press('j')
    await zoomOf(page).getByText('100 %').waitFor()
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('+')
    const exported = async (name: string) => {
      await page.getByRole('button', { name: 'Export' }).click()
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()])
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
    }
    const svg = await exported('Whole map as SVG')
    expect(svg.name).toBe('map.svg')
    const drawn = svg.bytes.toString()
    for (const name of ['core-1', 'dist-2', 'access-1-1', 'access-2-3']) expect(drawn).toContain(`>${name}</text>`)
    const [, width = '', height = ''] = /width="(\d+)" height="(\d+)"/.exec(drawn) ?? []
    const png = await exported('Whole map as PNG')
    expect([png.name, png.bytes.subarray(1, 4).toString()]).toEqual(['map.png', 'PNG'])
    // Width and height are in the first chunk, and have two pixels a unit.
    expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([2 * Number(width), 2 * Number(height)])
    expect(faults).toEqual([])
  })

  test('a phone shows the list first, and the map on request', async () => {
    const { page } = await web.open('/map', { viewport: { width: 390, height: 844 } })
    await page.getByRole('list', { name: 'Switches' }).getByRole('link', { name: 'access-2-3' }).waitFor()
    expect(await page.getByRole('application').count()).toBe(0)
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Map').click()
    await page.getByRole('application').waitFor()
    expect(new URL(page.url()).searchParams.get('view')).toBe('map')
  })

  test('the list shows the same links in words, and the connected devices on demand', async () => {
    const { page, faults } = await web.open('/map?view=list')
    const list = page.getByRole('list', { name: 'Switches' })
    await list.getByRole('link', { name: 'access-2-3' }).waitFor()
    expect(await list.getByRole('listitem').count()).toBe(9)
    await list.getByText('Te1/0/1 · to Te1/1/2 · 10 Gbit/s · reported by both (LLDP)').first().waitFor()
    await list.getByRole('button', { name: '6 endpoints at access-1-1' }).click()
    await list.getByRole('link', { name: 'pc-3-0' }).waitFor()
    expect(faults).toEqual([])
  })

  test('the front of a switch describes each port, and is navigated by arrow keys', async () => {
    const { items } = (await web.up().api.get('/api/v1/devices?q=access-1-1')).json() as { items: { id: string }[] }
    const { page, faults } = await web.open(`/devices/${items[0]?.id}/network`)
    const front = page.getByRole('group', { name: 'Front of the device' })
    await front.getByRole('button', { name: 'Gi1/0/1, up, 1 Gbit/s, VLAN 10, pc-3-0' }).click()
    const panel = page.getByRole('status').filter({ hasText: 'Gi1/0' })
    await panel.getByRole('link', { name: 'pc-3-0' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await panel.getByText('Gi1/0/2').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await panel.getByText('Gi1/0/8').waitFor()
    await panel.getByText('down').waitFor()
    await page.getByRole('radiogroup', { name: 'Show on ports' }).getByText('Speed').click()
    await front.getByText('10G', { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('access points stand below the port of their switch, with their wireless clients', async () => {
    const access = officeSwitches({ distribution: 2, access: 3, endpoints: 6 }).at(-1)
    await importDevice(web.up().api, withAccessPoints(access, { 'Gi1/0/8': 'ap-north', 'Gi1/0/11': 'ap-south' }))
    const { page, faults } = await web.open('/map')
    await page.getByText('9 switches, 2 access points, 10 links').waitFor()
    await page.getByRole('combobox', { name: 'Find on the map' }).fill('ap-so')
    await page.getByRole('option', { name: 'ap-south' }).click()
    const panel = page.getByRole('region', { name: 'Access point: ap-south' })
    await panel.getByRole('button', { name: 'access-2-3' }).waitFor()
    await panel.getByText('Gi1/0/11').waitFor()
    await panel.getByRole('heading', { name: '1 endpoint' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('text from switches and connected devices is never interpreted as markup', async () => {
    const [observation] = officeSwitches({ distribution: 0, access: 0, endpoints: 0 })
    const neighbors = [
      {
        port: hostileText,
        protocol: 'lldp' as const,
        name: hostileText,
        chassisId: hostileText,
        capabilities: ['bridge' as const],
        remotePort: hostileText,
      },
      { port: '2', protocol: 'lldp' as const, name: hostileText, macAddress: '00:1b:21:ff:ff:01' },
    ]
    await importDevice(web.up().api, {
      ...observation,
      name: hostileText,
      identity: { hostname: 'hostile', serialNumber: 'EVIL-9', macAddresses: ['00:1a:a1:ff:ff:ff'] },
      network: { macAddress: '00:1a:a1:ff:ff:ff', interfaces: [{ name: hostileText }], neighbors },
    })
    const { page, faults } = await web.open('/map?view=list')
    await page.getByRole('link', { name: hostileText }).waitFor()
    await page.getByRole('button', { name: `1 endpoint at ${hostileText}` }).click()
    await page.getByRole('table').getByText(hostileText).waitFor()
    expect(await page.locator('img[src=x]').count()).toBe(0)
    expect(await page.title()).toBe('Map · Rollcall')
    expect(faults).toEqual([])
  })

  test.each([1280, 390])('axe finds no violation on map and list, %d pixels wide', async (width) => {
    const { page } = await web.open('/map?view=map', { viewport: { width, height: 900 } })
    await page.getByRole('application').focus()
    await page.keyboard.press('j')
    await page.getByRole('region', { name: /^Switch: / }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('radiogroup', { name: 'View' }).getByText('List').click()
    await page.getByRole('list', { name: 'Switches' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
