import { startTestCollector } from '@rollcall/agent/submit/testing/collector.ts'
import { formatJoinToken } from '@rollcall/shared/messages/join-token.ts'

// A collector that accepts everything, as a process beside the measured agent. Prints its address and a join token.

const collector = await startTestCollector()
const id = (last: string) => `01990000-0000-7000-8000-00000000000${last}`
const joined = { agentId: id('a'), siteId: id('b'), token: 'agent-token', caPem: collector.caPem }
collector.answer(({ path }) => ({
  status: 201,
  body: path === '/api/agent/join' ? joined : { snapshotId: id('c'), deviceId: id('d') },
  // It reads differences.
  headers: { 'Accept-Encoding': 'gzip, dcz' },
}))
const token = formatJoinToken({ secret: 'a-join-secret-of-some-length', pin: collector.pin, kind: 'agent' })
console.log(JSON.stringify({ url: collector.url, token }))
