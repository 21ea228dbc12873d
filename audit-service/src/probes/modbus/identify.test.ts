import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { sends, startDevice, type TestDevice } from '../banner/testing/device.ts'
import { answersInTurn, readWith } from '../identify/testing/read.ts'
import { modbusPrint } from './identify.ts'
import { answerTo, modbusAnswers } from './testing/modbus-device.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

async function read(behave: (socket: Socket) => void) {
  const device = await startDevice(behave)
  devices.push(device)
  return { device, ...(await readWith(modbusPrint, device)) }
}
const answersEach = (pdu: readonly number[]) => (socket: Socket) =>
  void socket.on('data', (request: Buffer) => socket.write(answerTo(request, pdu)))
/** Unit, function, MEI type, category and first object of each request. */
const requestsTo = ({ received }: TestDevice) =>
  Array.from({ length: received().length / 11 }, (_, at) => [
    ...Buffer.from(received().slice(at * 11 + 6, at * 11 + 11), 'latin1'),
  ])

describe('an industrial controller', () => {
  it('reports vendor, model and revision in several answers', async () => {
    const { print, device, faults } = await read(modbusAnswers())
    expect(print).toMatchObject({
      protocol: 'tcp',
      name: 'modbus',
      product: 'PowerLogic PM5560',
      version: 'V002.005.000',
      banner: 'Schneider Electric, METSEPM5560, V002.005.000, www.se.example, PowerLogic PM5560, PM5560',
      device: { manufacturer: 'Schneider Electric', model: 'PM5560', firmwareVersion: 'V002.005.000' },
    })
    expect(faults).toEqual([])
    expect(requestsTo(device)).toEqual([
      [0xff, 0x2b, 0x0e, 2, 0],
      [0xff, 0x2b, 0x0e, 2, 3],
    ])
  })

  it('with the basic category alone has the product code as model', async () => {
    const refuses = (_: number, category: number) => (category > 1 ? 3 : undefined)
    const { print } = await read(modbusAnswers({ refuses }))
    expect(print?.device).toMatchObject({ manufacturer: 'Schneider Electric', model: 'METSEPM5560' })
  })

  it('that answers as unit 0 only is asked there, and never as another unit', async () => {
    const { print, device } = await read(modbusAnswers({ refuses: (unit) => (unit === 0 ? undefined : 0x0b) }))
    expect(print?.device).toMatchObject({ model: 'PM5560' })
    expect(new Set(requestsTo(device).map(([unit]) => unit))).toEqual(new Set([0xff, 0]))
  })

  it('without the function is known as Modbus, after one request', async () => {
    const { print, device } = await read(modbusAnswers({ refuses: () => 1 }))
    expect(print).toMatchObject({ name: 'modbus' })
    expect(print).not.toHaveProperty('device')
    expect(requestsTo(device)).toHaveLength(1)
  })

  it('as a gateway without its own identification is known as Modbus', async () => {
    const { print } = await read(modbusAnswers({ refuses: () => 0x0a }))
    expect(print).toMatchObject({ name: 'modbus' })
  })

  it('keeps what it reported before it fell silent', async () => {
    let left = 1
    const { print } = await read((socket) => {
      socket.on('data', (request: Buffer) => {
        const first = [0x2b, 0x0e, 2, 0x82, 0xff, 1, 1, 0, 4, ...Buffer.from('WAGO')]
        if (left-- > 0) socket.write(answerTo(request, first))
        else socket.end()
      })
    })
    expect(print?.device).toMatchObject({ manufacturer: 'WAGO' })
  })

  it('that announces objects without end is asked a limited number of times', async () => {
    const endless = (socket: Socket) =>
      void socket.on('data', (request: Buffer) => {
        const first = request[10] ?? 0
        socket.write(answerTo(request, [0x2b, 0x0e, 2, 0x82, 0xff, first + 1, 1, first, 1, 0x41]))
      })
    const { device } = await read(endless)
    expect(requestsTo(device)).toHaveLength(8)
    const circular = await read(answersEach([0x2b, 0x0e, 2, 0x82, 0xff, 0, 1, 0, 1, 0x41]))
    expect(requestsTo(circular.device)).toHaveLength(1)
  })

  it('with values beyond the end of the answer has those within it, or none', async () => {
    expect((await read(answersEach([0x2b, 0x0e, 2, 0x82, 0, 0, 9, 0, 200, 0x41, 0x42]))).print?.device).toMatchObject({
      manufacturer: 'AB',
    })
    const short = await read(answersEach([0x2b, 0x0e]))
    expect([short.print, short.faults]).toEqual([undefined, ['the answer is malformed']])
  })
})

describe('a port that is no Modbus', () => {
  it.each([
    ['a greeting', sends('220 ready\r\n')],
    ['another transaction', answersInTurn(Buffer.from('000900000003ffab01', 'hex'))],
    ['another function', answersEach([0x03, 2, 0, 1])],
  ])('with %s gives nothing', async (_, behave) => {
    expect((await read(behave)).print).toBeUndefined()
  })

  it('that accepts and stays silent gives the reason', async () => {
    expect((await read(() => undefined)).faults).toEqual([expect.stringMatching(/^no complete answer within/)])
  })
})
