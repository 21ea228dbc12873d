import { type CollectorOptions, readCollectorConfig } from '@rollcall/collector/config.ts'
import { startCollector } from '@rollcall/collector/main.ts'
import { releaseMemoryWhenIdle } from '@rollcall/shared/node/release-memory.ts'
import { tellFirstPassword } from '../first-password.ts'
import { print } from '../output.ts'
import { projectDir } from '../project.ts'
import { aborted, stopSignal } from '../stop-signal.ts'

export async function runCollector(
  options: CollectorOptions & { json?: boolean; stopOnStdinEnd?: boolean },
): Promise<void> {
  const signal = stopSignal({ stdinEnd: options.stopOnStdinEnd })
  const config = readCollectorConfig(options, process.env)
  const collector = await startCollector(config, { projectDir })
  const { stop, ...ready } = collector
  print(options.json, ready, () =>
    [
      `Rollcall collector ready at ${ready.url}`,
      ...(ready.password ? [tellFirstPassword(config.dataDir, ready.username, ready.password)] : []),
    ].join('\n'),
  )
  releaseMemoryWhenIdle()
  await aborted(signal)
  await stop()
}
