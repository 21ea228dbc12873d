import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatJoinToken, parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { casesOf } from '../harness/long-form.ts'
import { freePort } from '../harness/ports.ts'
import { runCli, startUp } from '../harness/rollcall.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { expectOneLine } from './one-line.ts'

const parts = ['audit-service', 'agent'] as const
type Part = (typeof parts)[number]
const otherPart = (part: Part): Part => (part === 'agent' ? 'audit-service' : 'agent')

const up = await startUp({ args: ['--no-agent'] })
const folder = await tmpFolder()
afterAll(async () => {
  await up.stop()
  await folder.remove()
})

async function newToken(part: Part): Promise<string> {
  return (await up.cli('join-token', 'create', '--for', part)).stdout.trim()
}

/** Returns the token with other contents. */
function changed(token: string, change: { pin?: string; secret?: string }): string {
  const parsed = parseJoinToken(token)
  if (parsed === undefined) throw new Error(`not a join token: ${token}`)
  return formatJoinToken({ ...parsed, ...change })
}

test('a second rollcall up on the same data directory does not disturb the first', async () => {
  const ports = ['--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  const line = new RegExp(
    `^Rollcall already runs on .*, at https:.* \\(process ${up.pidOf('collector')}\\): stop it first$`,
  )
  expectOneLine(await up.cli('up', '--json', '--no-agent', ...ports), line)
  expect(await up.cli('collector', 'status', '--json')).toMatchObject({ code: 0 })
  expect(up.children()).toHaveLength(3)
})

const stateDir = (name: string) => join(folder.path, name)
const joinPart = (part: Part, token: string, state: string, url = up.facts.url) =>
  runCli([part, 'join', '--url', url, '--token', token, '--state-dir', stateDir(state)])

describe.each(casesOf(parts, 1))('%s join', (part) => {
  test('refuses a malformed or truncated token', async () => {
    const cut = (await newToken(part)).slice(0, 60)
    for (const token of ['secret', cut]) {
      expectOneLine(await joinPart(part, token, `${part}-none`), /^this is not a complete join token: copy/)
    }
  })

  test('refuses a token for the other program', async () => {
    const other = otherPart(part)
    const line = new RegExp(`^this join token is for an ${other}.*rollcall join-token create --for ${part}`)
    expectOneLine(await joinPart(part, await newToken(other), `${part}-other`), line)
  })

  test('refuses a token with a wrong secret, and one without uses left', async () => {
    const token = await newToken(part)
    const wrong = changed(token, { secret: 'x'.repeat(43) })
    expectOneLine(await joinPart(part, wrong, `${part}-wrong`), /refused/)
    expect(await joinPart(part, token, `${part}-first`)).toMatchObject({ code: 0, stderr: '' })
    expectOneLine(await joinPart(part, token, `${part}-second`), /refused/)
  })

  test('does not send a token of another collector to this one', async () => {
    const token = await newToken(part)
    const elsewhere = changed(token, { pin: Buffer.alloc(32, 7).toString('base64') })
    expectOneLine(
      await joinPart(part, elsewhere, `${part}-pin`),
      /is not the collector that issued this join token .*check the address/,
    )
    // Its secret was not sent: it is good still.
    expect(await joinPart(part, token, `${part}-pin`)).toMatchObject({ code: 0 })
  })

  test('refuses an address without a collector', async () => {
    const token = await newToken(part)
    const nobody = `https://127.0.0.1:${await freePort()}`
    expectOneLine(await joinPart(part, token, `${part}-a`, nobody), /^cannot reach the collector at 127\.0\.0\.1:\d+: /)
    const plain = up.facts.url.replace('https:', 'http:')
    expectOneLine(await joinPart(part, token, `${part}-a`, plain), /is not the address of a collector, such as https:/)
  })

  test('refuses to run before a join', async () => {
    const line = new RegExp(`has not joined a collector .*run "rollcall ${part} join `)
    expectOneLine(await runCli([part, 'run', '--state-dir', stateDir(`${part}-never`)]), line)
  })

  test('refuses to run with a damaged join file', async () => {
    expect(await joinPart(part, await newToken(part), `${part}-damaged`)).toMatchObject({ code: 0 })
    const file = join(stateDir(`${part}-damaged`), part === 'agent' ? 'agent.json' : 'service.json')
    await writeFile(file, (await readFile(file, 'utf8')).slice(0, -20))
    const result = await runCli([part, 'run', '--state-dir', stateDir(`${part}-damaged`)])
    expectOneLine(result, new RegExp(`${file}.*join .*again`))
  })
})
