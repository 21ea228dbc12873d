import { createSocket } from 'node:dgram'
import { createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { der } from '@rollcall/audit-service/probes/der/der.ts'
import { ntlmChallenge } from '@rollcall/audit-service/probes/ntlm/testing/challenge.ts'
import { makeServerTls } from '../../harness/server-tls.ts'

// Runs the servers of one kind of host at an address: node describing-hosts.ts KIND ADDRESS ELSEWHERE.
// ELSEWHERE is the address of another host, to which a hostile one points.
const [kind = '', address = '', elsewhere = ''] = process.argv.slice(2)

const tcp = (port: number, behave: (socket: Socket) => void) =>
  new Promise<void>((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      behave(socket)
    })
    server.listen(port, address, resolve)
  })

const udp = (port: number, answerTo: (request: string) => string | undefined) =>
  new Promise<void>((resolve) => {
    const socket = createSocket('udp4')
    socket.on('message', (message, from) => {
      const answer = answerTo(message.toString())
      if (answer !== undefined) socket.send(answer, from.port, from.address)
    })
    socket.bind(port, address, resolve)
  })

const http = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const answers = (answer: string) => (socket: Socket) => void socket.on('data', () => socket.write(answer))
const lines = (...each: string[]) => [...each, '', ''].join('\r\n')
/** Connection confirm of a remote desktop (MS-RDPBCGR, section 4.1.2) that chooses CredSSP. */
const confirm = Buffer.from('030000130ed000001234000200080002000000', 'hex')
const upnpAt = (location: string) => (request: string) =>
  request.startsWith('M-SEARCH') ? lines('HTTP/1.1 200 OK', 'ST: upnp:rootdevice', `LOCATION: ${location}`) : undefined
const rtsp = answers(
  lines('RTSP/1.0 401 Unauthorized', 'CSeq: 1', 'Server: Rtsp Server', 'WWW-Authenticate: Basic realm="cam"'),
)

const kinds: Record<string, () => Promise<unknown>> = {
  camera: () => {
    const information = [
      '<e><tds:Manufacturer>Example</tds:Manufacturer><tds:Model>EX-2042</tds:Model>',
      '<tds:FirmwareVersion>5.5.82</tds:FirmwareVersion><tds:SerialNumber>EX20190101AA</tds:SerialNumber></e>',
    ].join('')
    return Promise.all([tcp(554, rtsp), tcp(80, answers(http(information)))])
  },
  gateway: () => {
    const description = [
      '<root><device><deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType>',
      '<manufacturer>Example</manufacturer><modelName>EX-Box 7</modelName></device></root>',
    ].join('')
    return Promise.all([udp(1900, upnpAt(`http://${address}:49000/desc.xml`)), tcp(49_000, answers(http(description)))])
  },
  telephone: () =>
    udp(5060, (request) => {
      const repeated = request.split('\r\n').filter((line) => /^(?:Via|From|To|Call-ID|CSeq):/.test(line))
      return lines('SIP/2.0 200 OK', ...repeated, 'User-Agent: Yealink SIP-T46S 66.84.0.15', 'Content-Length: 0')
    }),
  desktop: async () => {
    const tls = await makeServerTls(address)
    const challenge = ntlmChallenge({
      netbiosName: 'TERM-1',
      netbiosDomain: 'CORP',
      dnsName: 'term-1.corp.example.org',
      dnsDomain: 'corp.example.org',
      version: [10, 0, 20348],
    })
    const answer = der(0x30, der(0xa1, der(0x30, der(0x30, der(0xa0, der(4, challenge))))))
    await tcp(3389, (socket) => {
      socket.once('data', () => {
        socket.write(confirm)
        const secure = new TLSSocket(socket, { isServer: true, ...tls })
        secure.on('error', () => socket.destroy())
        secure.once('data', () => secure.write(answer))
      })
    })
  },
  hostile: () => {
    const huge = http(`<tds:Model>${'x'.repeat(10 * 1024 * 1024)}</tds:Model>`)
    return Promise.all([
      tcp(3389, (socket) => void socket.once('data', () => socket.write(confirm))),
      tcp(554, rtsp),
      tcp(80, answers(huge)),
      udp(1900, upnpAt(`http://${elsewhere}:49000/desc.xml`)),
      udp(5060, () => 'SIP/2.0 200 OK\r\n'.repeat(2_000)),
    ])
  },
}

await kinds[kind]?.()
console.log(`${kind} is ready`)
