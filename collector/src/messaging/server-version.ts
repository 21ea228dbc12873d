import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { tools } from '@rollcall/shared/node/tool-list.ts'
import { isOlder } from '@rollcall/shared/node/tools.ts'

/** Rejects a nats-server version that acknowledges data before it is on disk. */
export async function checkServerVersion(natsServerPath: string): Promise<void> {
  const versionMin = tools.find((tool) => tool.name === 'nats-server')?.versionMin ?? '2.12.3'
  const remedy = `install ${versionMin} or newer, or run npm start, which fetches one`
  const { stdout, stderr } = await runProcess(natsServerPath, ['--version'], { timeoutMs: 10_000 }).catch((error) => {
    throw new OperatorError(`${natsServerPath} does not run (${messageOf(error)}): ${remedy}`)
  })
  const version = /v?(\d+\.\d+\.\d+)/.exec(stdout)?.[1]
  if (version === undefined) {
    const output = (stdout || stderr).trim().split('\n')[0] ?? ''
    throw new OperatorError(`${natsServerPath} reports no version (${output}): ${remedy}`)
  }
  if (isOlder(version, versionMin)) {
    throw new OperatorError(`${natsServerPath} is version ${version}, which can lose acknowledged messages: ${remedy}`)
  }
}
