import { once } from 'node:events'
import { connect } from 'node:net'
import { Client } from 'ssh2'
import { expect, it } from 'vitest'
import { startSshd } from '../../../../test/harness/sshd.ts'
import { waitFor } from '../../../../test/harness/wait.ts'
import { openSession } from './session.ts'
import { descendants, isRunning } from './testing/processes.ts'

const limits = { timeoutMs: 60_000, outputBytesMax: 1024 * 1024 }

it('a session that ends leaves no process on a slow host, though its output was not read', async () => {
  await using sshd = await startSshd()
  const socket = connect(sshd.port, sshd.address)
  const client = new Client()
  client.connect({ sock: socket, username: sshd.username, privateKey: sshd.privateKey })
  await once(client, 'ready')
  const session = openSession(client)
  await session.run({ text: 'true', ...limits }, false)
  const script = session.run({ text: 'echo noise; exec sleep 600', ...limits }, false)
  const sleeps = await waitFor(
    async () => {
      const found = await descendants(sshd.process.pid, 'sleep')
      if (found.length === 0) socket.pause()
      return found.length > 0 ? found : undefined
    },
    { what: 'the program to run' },
  )
  const servers = await descendants(sshd.process.pid, 'sshd')
  for (const pid of servers) process.kill(pid, 'SIGSTOP')
  session.end()
  await expect(script).rejects.toThrow('the session was ended')
  await expect(session.run({ text: 'true', ...limits }, false)).rejects.toThrow('the session was ended')
  socket.resume()
  for (const pid of servers) process.kill(pid, 'SIGCONT')
  for (const pid of sleeps) await waitFor(async () => !(await isRunning(pid)), { what: 'the program to be ended' })
  await waitFor(() => socket.destroyed, { what: 'the connection to be closed' })
})
