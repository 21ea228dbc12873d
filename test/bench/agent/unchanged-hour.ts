import { join } from 'node:path'
import { startByteCounter } from '../../harness/byte-counter.ts'
import { runCli, startUp } from '../../harness/rollcall.ts'
import { tmpFolder } from '../../harness/tmp.ts'

const hours = 7

/** Returns the bytes between an agent and a real collector in hours in which nothing changed, of both directions. */
export async function unchangedHourBytes(): Promise<number[]> {
  await using up = await startUp({ args: ['--no-agent'] })
  await using folder = await tmpFolder()
  const counter = await startByteCounter(Number(new URL(up.facts.url).port))
  try {
    const token = (await up.cli('join-token', 'create', '--for', 'agent')).stdout.trim()
    const stateDir = ['--state-dir', join(folder.path, 'agent')]
    const ok = async (...args: string[]) => {
      const { code, stderr } = await runCli(['agent', ...args, ...stateDir])
      if (code !== 0) throw new Error(`agent ${args[0]} failed: ${stderr}`)
    }
    await ok('join', '--url', counter.url, '--token', token)
    // The first snapshot is sent whole; the second one ends the work of the first, such as its TLS session.
    for (let i = 0; i < 2; i++) await ok('run')
    counter.take()
    const bytes: number[] = []
    for (let i = 0; i < hours; i++) {
      await ok('run')
      bytes.push(counter.take().bytes)
    }
    return bytes
  } finally {
    counter.close()
  }
}
