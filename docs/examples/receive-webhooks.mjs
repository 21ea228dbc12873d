import { createServer } from 'node:http'
import { verifyWebhook } from '@rollcall/client'

const server = createServer(async (request, response) => {
  try {
    const body = Buffer.concat(await request.toArray())
    const event = await verifyWebhook({ secret: process.env.WEBHOOK_SECRET, headers: request.headers, body })
    console.log(event.type, event.subject)
    response.writeHead(204).end()
  } catch (error) {
    console.error(error.message)
    response.writeHead(400).end()
  }
})
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1')
