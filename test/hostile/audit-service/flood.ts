// Run as a process: floods a NATS server with one message, for some seconds, over a connection of an Audit Service.
import { z } from 'zod'
import { connectRaw } from './raw-nats.ts'

const optionsSchema = z.object({
  url: z.string(),
  caPem: z.string(),
  userJwt: z.string(),
  userSeed: z.string(),
  subject: z.string(),
  bytes: z.number(),
  seconds: z.number(),
})
export type FloodOptions = z.infer<typeof optionsSchema>

const blockBytes = 1024 * 1024

const { subject, bytes, seconds, ...user } = optionsSchema.parse(JSON.parse(process.argv[2] ?? ''))
const message = `PUB ${subject} ${bytes}\r\n${'x'.repeat(bytes)}\r\n`
const perBlock = Math.max(1, Math.floor(blockBytes / message.length))
const block = Buffer.from(message.repeat(perBlock))
const client = await connectRaw(user)
const endsAt = performance.now() + seconds * 1000
let sent = 0
while (performance.now() < endsAt) {
  for (let blocks = 0; blocks < 16; blocks += 1) client.send(block)
  sent += 16 * perBlock
  await client.settled()
}
await client.close()
process.stdout.write(`sent ${sent}\n`)
