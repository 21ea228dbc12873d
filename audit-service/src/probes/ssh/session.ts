import type { Client, ClientChannel } from 'ssh2'
import { setUp } from './read-scripts.ts'
import type { RunScript } from './remote-host.ts'
import { ConnectionLostError, type ShellResult } from './shell.ts'
import { Shells } from './shells.ts'
import { Transcript } from './transcript.ts'

/** Limit of a host's output in one audit; the longest software lists have some MiB. */
const bytesMax = 32 * 1024 * 1024

/** Limit within which a host ends its processes after an audit. */
const endMs = 2000

const leftOut = Buffer.from('(left out: it may hold secrets)')

/** Runs scripts on one connection, and stores their output. */
export type Session = {
  run: RunScript
  transcript: Transcript
  /** Returns the error of a lost connection; undefined while it is alive. */
  lost(): ConnectionLostError | undefined
  /** Ends the session at once. The connection stays until the remote machine has ended its processes. */
  end(): void
}

export function openSession(client: Client): Session {
  const transcript = new Transcript()
  let lost: ConnectionLostError | undefined
  let bytesLeft = bytesMax
  client.on('close', () => {
    lost ??= connectionLost()
  })
  const shells = new Shells({
    setUp,
    open: () =>
      new Promise<ClientChannel>((resolve, reject) => {
        // Every login shell accepts this command; the scripts are then read by the shell they are written for.
        client.exec('exec /bin/sh', (error, channel) => (error ? reject(error) : resolve(channel)))
      }),
    take(bytes) {
      bytesLeft -= bytes
      if (bytesLeft < 0 && lost === undefined) {
        lost = new ConnectionLostError(`the host printed more than ${bytesMax} bytes`)
        end()
      }
      return bytesLeft >= 0
    },
  })
  const end = () => {
    lost ??= connectionLost()
    // A connection that is destroyed with unread output is reset (RFC 9293, section 3.10.4), and the host then drops
    // what it has not read: the signals to its processes.
    const timer = setTimeout(() => client.destroy(), endMs)
    void shells.kill().then(() => {
      clearTimeout(timer)
      client.destroy()
    })
  }
  return {
    transcript,
    lost: () => lost,
    end,
    async run(script, urgent) {
      const result = await shells.run(script, urgent)
      if (script.isPrivate) transcript.add(script.text, leftOut, describeEnd({ ...result, stderr: '' }))
      else transcript.add(script.text, result.stdout, describeEnd(result))
      return result
    },
  }
}

const connectionLost = () => new ConnectionLostError('the connection was lost')

const describeEnd = ({ code, ended, stderr }: ShellResult): string =>
  [ended === undefined ? `ended with ${code}` : `ended by us (${ended})`, stderr.trim()].filter(Boolean).join('\n# ')
