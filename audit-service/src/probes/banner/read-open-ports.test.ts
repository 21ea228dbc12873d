import { afterEach, expect, test } from 'vitest'
import { FairSlots } from '../../audit/fair-slots.ts'
import { readOpenPorts } from './read-open-ports.ts'
import { answers, sends, startDevice, type TestDevice } from './testing/device.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

const connections = () => new FairSlots(3).group()
const never = new AbortController().signal
/** Listens on an address of its own, because the port number selects the protocol. */
async function listen(...args: Parameters<typeof startDevice>) {
  const device = await startDevice(...args)
  devices.push(device)
  return device
}

test('does not connect to raw print ports and unknown ports', async () => {
  const address = '127.6.1.1'
  const ports = [9100, 9101, 9107, 9000, 3306, 6379, 40_000]
  const closed = await Promise.all(ports.map((port) => listen(sends('hello\n'), { address, port })))
  expect(await readOpenPorts(address, ports, connections(), never)).toEqual([])
  expect(closed.map((device) => device.connections())).toEqual(ports.map(() => 0))
})

test('reads ports in order, without waiting for one that hangs', async () => {
  const address = '127.6.1.2'
  const stuck = await listen(() => undefined, { address, port: 22 })
  await listen(sends('220 (vsFTPd 3.0.3)\r\n'), { address, port: 21 })
  await listen(answers('HTTP/1.1 200 OK\r\n\r\n<title>Plain</title>'), { address, port: 8080 })
  const prints = await readOpenPorts(address, [8080, 22, 21, 23], connections(), never)
  expect(prints.map(({ print }) => [print.port, print.name, print.banner])).toEqual([
    [21, 'ftp', '220 (vsFTPd 3.0.3)'],
    [8080, 'http', 'Title: Plain'],
  ])
  expect([stuck.connections(), stuck.received()]).toEqual([1, ''])
})

test('sends nothing after the time of the host is up', async () => {
  const address = '127.6.1.3'
  const device = await listen(sends('220 ready\r\n'), { address, port: 21 })
  expect(await readOpenPorts(address, [21], connections(), AbortSignal.abort())).toEqual([])
  expect(device.connections()).toBe(0)
})
