import { spawn } from 'node:child_process'
import { once } from 'node:events'

// Runs a command while a server listens in another namespace; the server prints a line when it listens.
const serve = `require('net').createServer((s) => s.destroy()).listen(443, '10.77.0.13', () => console.log('ready'))`
const server = spawn('ip', ['netns', 'exec', 'far', process.execPath, '-e', serve])
await once(server.stdout, 'data')

const [program = '', ...args] = process.argv.slice(2)
const command = spawn(program, args, { stdio: 'inherit' })
const [code] = await once(command, 'exit')
process.exitCode = code ?? 1
server.kill()
