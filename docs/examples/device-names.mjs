import { createClient } from '@rollcall/client'

const rollcall = createClient({
  url: process.env.ROLLCALL_URL,
  clientId: process.env.ROLLCALL_CLIENT_ID,
  clientSecret: process.env.ROLLCALL_CLIENT_SECRET,
})
for await (const device of rollcall.list('/api/v1/devices')) console.log(device.name)
