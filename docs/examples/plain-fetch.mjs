const { ROLLCALL_URL: url, ROLLCALL_CLIENT_ID: client_id, ROLLCALL_CLIENT_SECRET: client_secret } = process.env

const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
const { access_token: token } = await call('/api/oauth/token', { method: 'POST', body: form })

for (let offset = 0, total = 1; offset < total; ) {
  const page = await call(`/api/v1/devices?limit=100&offset=${offset}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  for (const device of page.items) console.log(device.name, device.type, device.lastSeen)
  total = page.items.length === 0 ? 0 : page.total
  offset += page.items.length
}

async function call(path, options) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url + path, options)
    if (response.ok) return response.json()
    const problem = await response.json()
    if (response.status !== 429 || attempt === 5) throw new Error(problem.detail ?? problem.error_description)
    const seconds = Number(response.headers.get('Retry-After') ?? 2 ** attempt)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}
