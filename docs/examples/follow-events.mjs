import { createClient } from '@rollcall/client'

const rollcall = createClient({
  url: process.env.ROLLCALL_URL,
  clientId: process.env.ROLLCALL_CLIENT_ID,
  clientSecret: process.env.ROLLCALL_CLIENT_SECRET,
})

// Store the id of the last event that you have processed, and give it as `after` at the next start.
for await (const event of rollcall.events({ types: ['device.added', 'device.deleted'], after: process.argv[2] })) {
  console.log(event.id, event.type, event.data.name)
}
