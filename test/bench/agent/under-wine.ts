import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { agentFlags } from '../../../cli/src/project.ts'
import { stageWindowsAgent } from '../../../scripts/release/stage-windows.ts'
import { startUp } from '../../harness/rollcall.ts'
import { startWine } from '../../harness/wine.ts'

const projectDir = fileURLToPath(new URL('../../..', import.meta.url))
const runs = 7

/** Returns the seconds of whole runs under Wine, from its start of Node to the end, with a real collector beside it. */
export async function secondsUnderWine(): Promise<number[]> {
  await using up = await startUp({ args: ['--no-agent'] })
  await using wine = await startWine()
  await stageWindowsAgent(projectDir, join(wine.driveC, 'agent'))
  const token = (await up.cli('join-token', 'create', '--for', 'agent')).stdout.trim()
  const node = `wine 'C:\\agent\\node.exe' ${agentFlags.join(' ')} 'C:\\agent\\lib\\rollcall.cjs' agent`
  const run = async (command: string) => {
    const { code, stderr } = await wine.run(command)
    if (code === 0) return
    const said = await readFile(join(wine.driveC, 'out'), 'utf8').catch(() => '')
    throw new Error(`the agent failed under Wine: ${said || stderr}`)
  }
  const output = '> "$WINEPREFIX/drive_c/out" 2>&1'
  await run(`${node} join --url ${up.facts.url} --token ${token} --state-dir 'C:\\state' ${output}`)
  const seconds: number[] = []
  // The first run compiles the program.
  for (let i = 0; i <= runs; i++) {
    const timed = 'echo $((($(date +%s%N) - from) / 1000000)) > "$WINEPREFIX/drive_c/ms"; exit $status'
    await run(
      `wine cmd /c exit > /tmp/none 2>&1; from=$(date +%s%N); ${node} run --state-dir 'C:\\state' ${output}; status=$?; ${timed}`,
    )
    if (i > 0) seconds.push(Number(await readFile(join(wine.driveC, 'ms'), 'utf8')) / 1000)
  }
  return seconds
}
