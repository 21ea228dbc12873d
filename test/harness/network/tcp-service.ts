// Runs inside a host's namespace: `node tcp-service.ts NAME PORT…`. Says "listening" once every port is open.
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'

const [name = '', ...ports] = process.argv.slice(2)

/** A raw print port takes everything and answers nothing. */
const isRawPrint = (port: number) => port >= 9100 && port <= 9107

for (const port of ports.map(Number)) {
  const server = isRawPrint(port)
    ? createServer((socket) => socket.on('error', () => socket.destroy()).resume())
    : createHttpServer((_, response) =>
        response.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>${name}</title><h1>${name}</h1>\n`),
      )
  await once(server.listen(port), 'listening')
}
console.log('listening')
