import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { discover } from '../discover.ts'

// A listener in another namespace, which says when it listens.
const serve = `require('net').createServer((s) => s.destroy()).listen(443, '10.77.0.13', () => console.log('ready'))`
const server = spawn('ip', ['netns', 'exec', 'far', process.execPath, '-e', serve])
await once(server.stdout, 'data')

const { ranges } = parseTargets(process.argv.slice(2), { allowNames: false })
for await (const { rttMs, ...host } of discover(ranges)) {
  console.log(JSON.stringify({ ...host, timed: rttMs !== undefined }))
}
server.kill()
