import { deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createRegistration } from '../../access/registrations/create-registration.ts'
import { computer } from '../../ingest/testing/documents.ts'
import type { Store } from '../../store/store.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

async function site(store: Store, capabilities: ['EditInventory'] | [] = ['EditInventory']) {
  const app = await testApp(store)
  const fields = { name: 'GLPI agents', enabled: true, expiresAt: null }
  const { clientId, clientSecret } = await createRegistration(app.ctx, { ...fields, capabilities })
  const basic = (secret: string) => `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
  const send = (type: string, body: string | Uint8Array<ArrayBuffer>, authorization = basic(clientSecret)) =>
    app.call('POST', '/api/glpi-agent', {
      token: null,
      headers: {
        Authorization: authorization,
        'Content-Type': type,
        'GLPI-Agent-ID': '3a609a2e-947f-4e6a-9af9-32c024ac3944',
      },
      body,
    })
  const devices = async () => (await (await app.call('GET', '/api/v1/devices')).json()) as { items: object[] }
  return { ...app, basic, send, devices }
}

describeOnEitherEngine('a GLPI agent', ({ open }) => {
  it('makes contact in JSON or XML, and gets the time of its next contact', async () => {
    const { send } = await site(await open())
    const prolog = '<?xml version="1.0"?><REQUEST><DEVICEID>x</DEVICEID><QUERY>PROLOG</QUERY></REQUEST>'
    const contact = JSON.stringify({ action: 'contact', deviceid: 'x', name: 'GLPI-Agent', version: '1.11' })
    const answers = [
      await send('application/xml', prolog),
      await send('application/x-compress-zlib', new Uint8Array(deflateSync(prolog))),
      await send('application/json', contact),
    ]
    for (const answer of answers) {
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', expiration: 24 }])
      expect(answer.headers.get('GLPI-Agent-ID')).toBe('3a609a2e-947f-4e6a-9af9-32c024ac3944')
    }
  })

  it('sends its inventory, plain or compressed', async () => {
    const { send, devices } = await site(await open())
    const body = JSON.stringify(computer)
    expect((await send('application/x-compress-gzip', new Uint8Array(gzipSync(body)))).status).toBe(200)
    expect((await send('application/json', body)).status).toBe(200)
    expect((await devices()).items).toMatchObject([{ name: 'workbench', serialNumber: 'WB-7731' }])
  })

  it('is asked for credentials, and refused with wrong ones or without the capability', async () => {
    const { send, basic, devices } = await site(await open())
    for (const authorization of ['', basic('wrong'), 'Basic !']) {
      const answer = await send('application/json', JSON.stringify(computer), authorization)
      expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, 'Basic realm="rollcall"'])
    }
    expect((await devices()).items).toEqual([])
    const reader = await site(await open(), [])
    expect((await reader.send('application/json', JSON.stringify(computer))).status).toBe(403)
  })

  it('gets the reason if its message cannot be read', async () => {
    const { send } = await site(await open())
    const bomb = new Uint8Array(deflateSync(Buffer.alloc(70 * 1024 * 1024)))
    expect((await send('application/x-compress-zlib', bomb)).status).toBe(413)
    expect((await send('application/x-compress-zlib', 'not zlib')).status).toBe(400)
    expect((await send('application/json', '{')).status).toBe(400)
    expect((await send('application/xml', '<REQUEST><CONTENT/></REQUEST>')).status).toBe(400)
    expect((await send('text/plain', 'x')).status).toBe(415)
  })
})
