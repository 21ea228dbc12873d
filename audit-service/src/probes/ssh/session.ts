import type { Client, ClientChannel } from 'ssh2'
import { setUp } from './look-up.ts'
import type { RunScript } from './remote-host.ts'
import { ConnectionLostError, type ShellResult } from './shell.ts'
import { Shells } from './shells.ts'
import { Transcript } from './transcript.ts'

/** Of all that a host prints in one audit; the longest lists of software have some MiB. */
const bytesMax = 32 * 1024 * 1024

/** What runs scripts on one connection, and keeps what they print. */
export type Session = {
  run: RunScript
  transcript: Transcript
  /** Undefined while the connection holds. */
  lost(): ConnectionLostError | undefined
  /** Ends it at once, and what runs at the other end with it. */
  end(): void
}

export function openSession(client: Client): Session {
  const transcript = new Transcript()
  let lost: ConnectionLostError | undefined
  let bytesLeft = bytesMax
  client.on('close', () => {
    lost ??= new ConnectionLostError('the connection was lost')
  })
  const shells = new Shells({
    setUp,
    open: () =>
      new Promise<ClientChannel>((resolve, reject) => {
        // Every login shell takes this command, and the scripts are then read by the one shell they are written for.
        client.exec('exec /bin/sh', (error, channel) => (error ? reject(error) : resolve(channel)))
      }),
    take(bytes) {
      bytesLeft -= bytes
      if (bytesLeft < 0 && lost === undefined) {
        lost = new ConnectionLostError(`the host printed more than ${bytesMax} bytes`)
        client.destroy()
      }
      return bytesLeft >= 0
    },
  })
  return {
    transcript,
    lost: () => lost,
    end() {
      shells.kill()
      client.destroy()
    },
    async run(script, urgent) {
      const result = await shells.run(script, urgent)
      transcript.add(script.text, result.stdout, describeEnd(result))
      return result
    },
  }
}

const describeEnd = ({ code, ended, stderr }: ShellResult): string =>
  [ended === undefined ? `ended with ${code}` : `ended by us (${ended})`, stderr.trim()].filter(Boolean).join('\n# ')
