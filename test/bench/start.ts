import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../harness/ports.ts'
import { startProcess } from '../harness/processes.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { type Effort, type Report, row, show } from './report.ts'

const projectDir = fileURLToPath(new URL('../..', import.meta.url))

/** `npm start` until its ready file is there: all parts answer, and this machine was audited anew. */
export async function benchStart(effort: Effort): Promise<Report> {
  const runs = effort === 'quick' ? 3 : 7
  await using folder = await tmpFolder()
  const dataDir = join(folder.path, 'data')
  const [port, natsPort] = [await freePort(), await freePort()]
  const start = async (name: string): Promise<number> => {
    const readyFile = join(folder.path, name)
    const flags = ['--data-dir', dataDir, '--port', `${port}`, '--nats-port', `${natsPort}`, '--ready-file', readyFile]
    const startedAt = performance.now()
    await using running = await startProcess({
      program: 'npm',
      args: ['start', '--silent', '--', ...flags],
      cwd: projectDir,
      ready: () => readFileSync(readyFile),
      readyTimeoutMs: 120_000,
    })
    const seconds = (performance.now() - startedAt) / 1000
    await running.stop('SIGINT')
    return seconds
  }
  const first = await start('first')
  const warm: number[] = []
  for (let i = 0; i < runs; i++) warm.push(await start(`warm-${i}`))
  return {
    title: 'Start',
    method: `\`npm start\` on an installed clone, from the command to the ready file, ${runs} times on the same data.`,
    rows: [
      row('first start on empty data', show([first], 's')),
      row('warm start', show(warm, 's'), 'under 0.8 s, or 1.5 s on a slow machine'),
    ],
  }
}
