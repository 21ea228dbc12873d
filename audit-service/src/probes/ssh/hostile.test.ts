import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { SshCredential } from '@rollcall/shared/messages/credential.ts'
import type { AuthContext, ServerChannel } from 'ssh2'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../../test/harness/ports.ts'
import { type Auditor, startAuditor } from './testing/auditor.ts'
import { serveShell, startTestServer, type TestSession } from './testing/server.ts'

let auditor: Auditor
beforeEach(async () => {
  auditor = await startAuditor()
})
afterEach(() => auditor[Symbol.asyncDispose]())

const credential: SshCredential = { kind: 'ssh-password', username: 'auditor', password: 'open sesame' }

const probe = (port: number, signal?: AbortSignal) => auditor.probe({ port }, [credential], signal)

const offers = (context: AuthContext, ...methods: AuthContext['method'][]) => context.reject(methods)

describe('questions of keyboard-interactive', () => {
  const asks = (questions: string[], check: (answers: string[]) => boolean) => (context: AuthContext) => {
    if (context.method !== 'keyboard-interactive') return offers(context, 'keyboard-interactive')
    context.prompt(
      questions.map((prompt) => ({ prompt, echo: false })),
      (answers) => (check(answers) ? context.accept() : context.reject()),
    )
  }

  it('are answered if they ask for the password', async () => {
    const authenticate = asks(['Password: '], ([answer]) => answer === 'open sesame')
    await using server = await startTestServer({ authenticate, session: serveShell })
    expect(await probe(server.port)).toMatchObject({ outcome: 'ok', observation: { depth: 'audit' } })
    expect(server.attempts).toEqual(['none auditor', 'keyboard-interactive auditor'])
  })

  it('are not answered if they ask for more', async () => {
    const heard: string[] = []
    const authenticate = asks(['Password: ', 'One-time code: '], (answers) => heard.push(...answers) === 0)
    await using server = await startTestServer({ authenticate, session: serveShell })
    expect(await probe(server.port)).toMatchObject({ outcome: 'refused' })
    expect(heard).toEqual(['', ''])
  })
})

describe('a host that lets everyone in', () => {
  const beginsWell =
    (then: TestSession): TestSession =>
    (channel, hangUp) => {
      let scripts = 0
      serveShell(channel)
      channel.on('data', () => {
        scripts += 1
        if (scripts === 6) then(channel, hangUp)
      })
    }

  it('and prints endlessly yields no observation', async () => {
    const flood = (channel: ServerChannel) => {
      const more = () => {
        while (channel.writable && channel.write(Buffer.alloc(65_536, 'x')));
        channel.once('drain', more)
      }
      more()
    }
    await using server = await startTestServer({ session: beginsWell(flood) })
    const result = await probe(server.port)
    expect(result).toMatchObject({ outcome: 'failed', detail: expect.stringMatching(/printed more than \d+ bytes$/) })
    expect(result.observation).toBeUndefined()
  })

  it('and disconnects midway yields no observation', async () => {
    await using server = await startTestServer({ session: beginsWell((_, hangUp) => hangUp()) })
    const result = await probe(server.port)
    expect(result).toMatchObject({ outcome: 'failed', detail: 'auditor: the connection was lost' })
    expect(result.tried).toMatchObject([{ reason: 'connection-lost', user: 'auditor' }])
    expect(result.observation).toBeUndefined()
  })

  it('and stays silent is left when the audit is cancelled', async () => {
    const cancel = new AbortController()
    await using server = await startTestServer({ session: () => cancel.abort() })
    const result = await probe(server.port, cancel.signal)
    expect(result).toMatchObject({ outcome: 'failed' })
    expect(result.observation).toBeUndefined()
  })

  it('and prints terminal escapes is quoted without them', async () => {
    const session = (channel: ServerChannel) => {
      channel.write('\u001b]0;owned\u0007<script>alert(1)</script>\n')
      channel.exit(1)
      channel.end()
    }
    await using server = await startTestServer({ session })
    const { outcome, detail, tried } = await probe(server.port)
    expect(outcome).toBe('unavailable')
    expect(tried[0]?.detail).toMatch(/: \]0;owned <script>alert\(1\)<\/script>$/)
    expect(detail).toMatch(/: \]0;owned <script>alert\(1\)<\/script>$/)
  })
})

describe('what is on port 22', () => {
  async function listen(onConnect: (socket: Socket) => void) {
    const server = createServer(onConnect).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return { port: address.port, [Symbol.asyncDispose]: async () => void server.close() }
  }

  it('may be missing, or not SSH', async () => {
    expect(await probe(await freePort())).toMatchObject({
      outcome: 'no-answer',
      detail: expect.stringMatching(/^port \d+: connect ECONNREFUSED/),
      tried: [{ reason: 'port-closed' }],
    })
    await using http = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const [attempt] = (await probe(http.port)).tried
    expect(attempt).toEqual({
      protocol: 'ssh',
      port: http.port,
      reason: 'malformed-answer',
      detail: expect.stringMatching(/^no SSH 2 server: /),
    })
    await using old = await listen((socket) => socket.write('SSH-1.5-Cisco-1.25\r\n'))
    expect((await probe(old.port)).tried).toMatchObject([
      { reason: 'malformed-answer', detail: expect.stringMatching(/^no SSH 2 server: /) },
    ])
    await using full = await listen((socket) => socket.end())
    expect((await probe(full.port)).tried).toMatchObject([
      {
        reason: 'connection-lost',
        detail: expect.stringMatching(/the host sent no greeting, as with too many connections$/),
      },
    ])
  })

  it('counts as a refusal if it disconnects after the password', async () => {
    const authenticate = (context: AuthContext, hangUp: () => void) =>
      context.method === 'none' ? offers(context, 'password') : hangUp()
    await using server = await startTestServer({ authenticate, session: serveShell })
    expect(await probe(server.port)).toMatchObject({
      outcome: 'refused',
      detail: expect.stringMatching(/^auditor was refused by password/),
    })
    expect(await probe(server.port)).toMatchObject({ detail: expect.stringMatching(/not tried until tomorrow/) })
    expect(server.attempts).toEqual(['none auditor', 'password auditor'])
  })

  it('that stays silent is left when the audit is cancelled', async () => {
    const cancel = new AbortController()
    await using silent = await listen((socket) => socket.once('data', () => cancel.abort()))
    expect(await probe(silent.port, cancel.signal)).toMatchObject({
      outcome: 'failed',
      detail: 'This operation was aborted',
    })
  })
})
