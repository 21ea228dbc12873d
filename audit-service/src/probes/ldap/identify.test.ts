import { afterEach, describe, expect, it } from 'vitest'
import { answers, startDevice, type TestDevice } from '../banner/testing/device.ts'
import { contentOf, der, elementsOf } from '../der/der.ts'
import { readWith } from '../identify/testing/read.ts'
import { ldapPrint } from './identify.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

async function read(answer: Buffer) {
  const device = await startDevice(answers(answer))
  devices.push(device)
  return { device, ...(await readWith(ldapPrint, device)) }
}

/** SearchResultEntry and SearchResultDone (RFC 4511, section 4.5.2). */
const entry = (attributes: Record<string, readonly string[]>) => {
  const rows = Object.entries(attributes).map(([name, values]) =>
    der(0x30, der(4, name), der(0x31, ...values.map((value) => der(4, value)))),
  )
  const id = der(2, Buffer.from([1]))
  const done = der(0x65, der(10, Buffer.from([0])), der(4, ''), der(4, ''))
  return Buffer.concat([der(0x30, id, der(0x64, der(4, ''), der(0x30, ...rows))), der(0x30, id, done)])
}
const activeDirectory = '1.2.840.113556.1.4.800'
const controller = {
  defaultNamingContext: ['DC=corp,DC=example,DC=org'],
  dnsHostName: ['dc1.corp.example.org'],
  domainControllerFunctionality: ['6'],
  supportedCapabilities: ['1.2.840.113556.1.4.1670', activeDirectory],
}

describe('a directory', () => {
  it('that is a domain controller reports its name, its domain and its system', async () => {
    const { print, device } = await read(entry(controller))
    expect(print).toMatchObject({
      name: 'ldap',
      product: 'Active Directory',
      banner: 'DC=corp,DC=example,DC=org',
      device: {
        type: 'computer',
        hostname: 'dc1',
        dnsName: 'dc1.corp.example.org',
        domain: 'corp.example.org',
        os: { name: 'Windows Server 2012 R2' },
      },
    })
    // One SearchRequest for the object without a name, and no bind.
    const message = contentOf(Buffer.from(device.received(), 'latin1'), 0x30)
    const [id, search, ...others] = elementsOf(message ?? Buffer.alloc(0))
    expect([id?.tag, search?.tag, others.length]).toEqual([0x02, 0x63, 0])
    expect(contentOf(search?.content, 0x04)?.length).toBe(0)
  })

  it('of Samba is a domain controller without a version of Windows', async () => {
    const vendorName = ['Samba Team (https://www.samba.org)']
    const { print } = await read(entry({ ...controller, domainControllerFunctionality: ['4'], vendorName }))
    expect(print).toMatchObject({ product: 'Samba Team (https://www.samba.org)', device: { hostname: 'dc1' } })
    expect(print?.device).not.toHaveProperty('os')
  })

  it.each([
    [{ objectClass: ['top', 'OpenLDAProotDSE'], namingContexts: ['dc=example,dc=org'] }, { product: 'OpenLDAP' }],
    [
      { vendorName: ['389 Project'], vendorVersion: ['389-Directory/2.0.15 B2022.075'] },
      { product: '389 Project', version: '389-Directory/2.0.15 B2022.075' },
    ],
    [{ ...controller, supportedCapabilities: [activeDirectory, '1.2.840.113556.1.4.1851'] }, { name: 'ldap' }],
  ])('that is none reports its software, and no host: %j', async (attributes, expected) => {
    const { print } = await read(entry(attributes))
    expect(print).toMatchObject(expected)
    expect(print).not.toHaveProperty('device')
  })

  it('with an answer that is cut anywhere reports nothing', async () => {
    const whole = entry(controller)
    for (let length = 0; length < whole.length - 20; length += 11) {
      expect((await read(whole.subarray(0, length))).print, `${length} bytes`).toBeUndefined()
    }
  })

  it.each([
    ['a refusal', der(0x30, der(2, Buffer.from([1])), der(0x65, der(10, Buffer.from([53])), der(4, ''), der(4, '')))],
    ['an endless length', Buffer.from('3084ffffffff0201', 'hex')],
    ['another protocol', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['elements in elements', Buffer.concat(Array.from({ length: 500 }, () => Buffer.from([0x30, 0x82, 0x01, 0x00])))],
  ])('that answers with %s is no directory', async (_, answer) => {
    const { print, faults } = await read(answer)
    expect(print).toBeUndefined()
    expect(faults).toHaveLength(1)
  })
})
