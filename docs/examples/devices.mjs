import { createClient, RollcallError } from '@rollcall/client'

const rollcall = createClient({
  url: process.env.ROLLCALL_URL,
  clientId: process.env.ROLLCALL_CLIENT_ID,
  clientSecret: process.env.ROLLCALL_CLIENT_SECRET,
})

// Lists all devices, page by page.
for await (const device of rollcall.list('/api/v1/devices', { query: { sort: 'name' } })) {
  console.log(device.name, device.ipAddress, device.lastSeen)
}

// Creates a device, and edits it unless somebody else has done so meanwhile.
const { data: printer } = await rollcall.post('/api/v1/devices', { body: { name: 'printer-7', type: 'printer' } })
const path = { id: printer.id }
const { etag } = await rollcall.get('/api/v1/devices/{id}', { path })
const headers = { 'If-Match': etag }
const edited = await rollcall.patch('/api/v1/devices/{id}', { path, headers, body: { assetTag: 'INV-7' } })
console.log(edited.data.name, edited.data.assetTag)

// The second edit with the same ETag comes too late.
try {
  await rollcall.patch('/api/v1/devices/{id}', { path, headers, body: { assetTag: 'INV-8' } })
} catch (error) {
  if (!(error instanceof RollcallError)) throw error
  console.log(error.status, error.code)
}
await rollcall.delete('/api/v1/devices/{id}', { path })
