// Runs in a new network namespace (see namespace.ts): makes its interfaces and passes a listening socket to its parent.
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'

// With loopback alone Chromium would call itself offline.
const interfaces = [
  'link set lo up',
  'link add name near type veth peer name far',
  // No address of IPv6 that comes when it is up, and changes when no other has it (RFC 4862).
  'link set near addrgenmode none',
  'link set far addrgenmode none',
  'address add 192.0.2.1/24 dev near',
  'link set near up',
  'link set far up',
]
execFileSync('ip', ['-batch', '-'], { input: interfaces.join('\n') })

const server = createServer().listen(0, '127.0.0.1', () => {
  const address = server.address()
  // Closed here once it is there, or this process would accept some of the connections.
  process.send?.(typeof address === 'object' ? address?.port : undefined, server, () => server.close())
})
process.on('disconnect', () => process.exit())
