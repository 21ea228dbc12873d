import { once } from 'node:events'
import { createServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { expect, test } from 'vitest'
import { launchChromium, openContext } from './browser.ts'
import { ipBatch } from './network/ip.ts'
import { makeServerTls } from './server-tls.ts'

test('a page load continues while network interfaces change', async () => {
  const { key, cert } = await makeServerTls('127.0.0.1')
  await using site = await listen(createServer({ key, cert }, (_, response) => void response.end('whole')))
  const held = Promise.withResolvers<void>()
  const connecting = Promise.withResolvers<void>()
  // Chromium gives up a connection that it is still making when it hears of a change.
  await using slow = await listen(
    createTcpServer(async (near) => {
      near.on('error', () => near.destroy())
      connecting.resolve()
      await held.promise
      near.pipe(connect(site.port, '127.0.0.1')).pipe(near)
    }),
  )
  const browser = await launchChromium()
  try {
    const { context, faults } = await openContext(browser)
    const page = await context.newPage()
    const loaded = page.goto(`https://127.0.0.1:${slow.port}/`).then(
      () => page.textContent('body'),
      (error: unknown) => String(error),
    )
    await connecting.promise
    const name = `rt${process.pid}`
    for (let round = 0; round < 20; round++) {
      await ipBatch([`link add name ${name} type veth peer name ${name}p`, `link set ${name} up`])
      await ipBatch([`address add 10.72.254.1/32 dev ${name}`, `link delete ${name}`])
    }
    held.resolve()
    expect([await loaded, faults]).toEqual(['whole', []])
  } finally {
    held.resolve()
    await browser.close()
  }
})

async function listen(server: ReturnType<typeof createTcpServer> | ReturnType<typeof createServer>) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { port, [Symbol.asyncDispose]: async () => void server.close() }
}
