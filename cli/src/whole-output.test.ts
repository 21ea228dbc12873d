import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const commandLine = new URL('command-line.ts', import.meta.url).href
/** Runs a command whose action is the given code. */
const script = (action: string) => `
  import { runCommandLine } from '${commandLine}'
  runCommandLine(['x'], [(program) => program.command('x').action(async () => { ${action} })])
    .then((code) => { process.exitCode = code })`
const million = "console.log('a'.repeat(1_000_000) + 'end')"

function start(action: string, stdout: 'pipe' | number = 'pipe'): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '-e', script(action)], { stdio: ['ignore', stdout, 'pipe'] })
}

async function ended(child: ChildProcess): Promise<[number | null, string]> {
  const [message, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'close')])
  return [code, message]
}

describe('the output of a command', () => {
  it('reaches a slow reader whole', async () => {
    const child = start(million)
    const end = ended(child)
    const { stdout } = child
    if (!stdout) throw new Error('no pipe')
    // The pipe is full long before the process could end.
    await once(stdout, 'readable')
    const output = await text(stdout)
    expect([output.length, output.endsWith('end\n')]).toEqual([1_000_004, true])
    expect(await end).toEqual([0, ''])
  })

  it('that does not fit on the disk fails the command, with the reason', async () => {
    const [code, message] = await ended(start(million, openSync('/dev/full', 'w')))
    expect([code, message]).toEqual([
      1,
      'rollcall: cannot write to standard output: ENOSPC: no space left on device, write\n',
    ])
  })

  it.each([million, "process.stdout.write('a'.repeat(1_000_000))"])(
    'fails the command without a message if its reader has left (%s)',
    async (action) => {
      // More than a pipe takes, so the command notices whenever the reader leaves.
      const child = start(action)
      child.stdout?.destroy()
      expect(await ended(child)).toEqual([1, ''])
    },
  )
})

it('a command that never finishes is no success', async () => {
  const [code, message] = await ended(start('await new Promise(() => undefined)'))
  expect([code, message]).toEqual([1, 'rollcall: unexpected error: the process ended before the command\n'])
})

it('a snapshot reaches a slow reader whole, and a full disk is reported', async () => {
  const args = [fileURLToPath(new URL('../bin/rollcall.js', import.meta.url)), 'snapshot', '--json']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'readable')
  expect(JSON.parse(await text(child.stdout))).toMatchObject({ schemaVersion: 1, depth: 'audit' })
  const full = spawn(process.execPath, args, { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] })
  expect(await ended(full)).toEqual([1, expect.stringContaining('no space left on device')])
})
