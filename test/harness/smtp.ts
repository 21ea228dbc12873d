import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { freePort } from './ports.ts'
import { makeServerTls } from './server-tls.ts'

export type ReceivedMail = {
  from: string
  to: string[]
  /** Header and body as they came. */
  source: string
  isEncrypted: boolean
}

export type SmtpOptions = {
  security: 'tls' | 'starttls' | 'none'
  /** Nobody may send without it. */
  login?: { user: string; pass: string }
  /** Answered with 550. */
  refuses?: readonly string[]
  /** Default: a free one. */
  port?: number
}

export type SmtpHarness = AsyncDisposable & {
  port: number
  mails: ReceivedMail[]
  /** PEM of the CA to trust. */
  ca: string
  stop(): Promise<void>
}

/** A real SMTP server on 127.0.0.1 that keeps what it is given. */
export async function startSmtp({ security, login, refuses = [], port: given }: SmtpOptions): Promise<SmtpHarness> {
  const mails: ReceivedMail[] = []
  const { key, cert, ca } = await makeServerTls('127.0.0.1', 'localhost')
  const server = new SMTPServer({
    secure: security === 'tls',
    key,
    cert,
    disabledCommands: [...(login ? [] : ['AUTH']), ...(security === 'none' ? ['STARTTLS'] : [])],
    allowInsecureAuth: false,
    onAuth(auth, _session, callback) {
      const isRight = auth.username === login?.user && auth.password === login?.pass
      callback(
        isRight ? null : refusal(535, 'wrong user name or password'),
        isRight ? { user: login?.user } : undefined,
      )
    },
    onRcptTo({ address }, _session, callback) {
      callback(refuses.includes(address) ? refusal(550, 'no such mailbox') : null)
    },
    onData(stream, session, callback) {
      const { mailFrom, rcptTo } = session.envelope
      text(stream).then((source) => {
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source,
          isEncrypted: session.secure,
        })
        callback(null)
      }, callback)
    },
  })
  // A client that gives up is none of the server's faults.
  server.on('error', () => undefined)
  const port = given ?? (await freePort())
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= new Promise<void>((resolve) => server.close(() => resolve())))
  return { port, mails, ca, stop, [Symbol.asyncDispose]: stop }
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
