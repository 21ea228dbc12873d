// Runs the services of a machine that describes itself, on IPv4 and IPv6, in the network namespace of its host:
//   machine-services.ts controller | server
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { bacnetAnswers } from '@rollcall/audit-service/probes/bacnet/testing/bacnet-device.ts'
import { startDevice } from '@rollcall/audit-service/probes/banner/testing/device.ts'
import { servesPages } from '@rollcall/audit-service/probes/http/testing/pages.ts'
import { modbusAnswers } from '@rollcall/audit-service/probes/modbus/testing/modbus-device.ts'
import { open as redfish } from '@rollcall/audit-service/probes/redfish/testing/services.ts'
import { makeServerTls } from '../../harness/server-tls.ts'

const address = '::'

async function listenUdp(port: number, answersTo: (request: Buffer) => readonly Buffer[]): Promise<void> {
  const socket = createSocket('udp6')
  socket.on('message', (request, from) => {
    for (const answer of answersTo(request)) socket.send(answer, from.port, from.address)
  })
  await once(socket.bind(port, address), 'listening')
}

async function runController(): Promise<void> {
  await listenUdp(47_808, bacnetAnswers())
  await startDevice(modbusAnswers(), { address, port: 502 })
}

const ipmiAnswer = Buffer.from('0600ff0700000000000000000010811c632000380001840403000000000000', 'hex')
const docker = {
  '/version': { body: { Version: '27.3.1', ApiVersion: '1.47', Platform: { Name: 'Docker Engine - Community' } } },
  '/info': { body: { Name: 'build-7', OperatingSystem: 'Debian GNU/Linux 12 (bookworm)', OSVersion: '12' } },
}
const kubernetes = {
  '/version': { body: { major: '1', minor: '31', gitVersion: 'v1.31.1+k3s1', platform: 'linux/amd64' } },
}

async function runServer(): Promise<void> {
  const tls = await makeServerTls('bmc.example')
  await listenUdp(623, (request) => (request[3] === 0x07 ? [ipmiAnswer] : []))
  await startDevice(servesPages(redfish), { address, port: 443, tls })
  await startDevice(servesPages(docker), { address, port: 2375 })
  await startDevice(servesPages(kubernetes), { address, port: 6443, tls })
}

await (process.argv[2] === 'controller' ? runController() : runServer())
console.log('listening')
