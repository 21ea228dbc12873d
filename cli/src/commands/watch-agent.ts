import { localSoftware } from '@rollcall/agent/watch/local-software.ts'
import { runInProcess } from '@rollcall/agent/watch/run-in-process.ts'
import { watch } from '@rollcall/agent/watch/watch.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { readProxy } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { commandOf } from '../project.ts'
import { stopSignal } from '../stop-signal.ts'
import { openAgentLog } from './agent-log.ts'

export async function watchAgentCommand({ stateDir }: { stateDir: string }): Promise<void> {
  const command = commandOf(['agent', 'run', '--state-dir', stateDir])
  const { log, isFile, close } = await openAgentLog(stateDir, 'watch.log')
  try {
    await watch({
      stateDir,
      readState: await localSoftware(),
      run: (signal) => runInProcess(command, signal),
      proxy: (ofJoin) => readProxy(process.env, ofJoin),
      log,
      signal: stopSignal(),
    })
  } catch (error) {
    if (isFile) log.error({}, `the watch failed: ${messageOf(error)}`)
    throw error
  } finally {
    close()
  }
}
