import { endAfter } from '@rollcall/shared/node/end-process.ts'
import type { Command } from 'commander'

export function addSnapshotCommand(program: Command): void {
  program
    .command('snapshot')
    .description('print the snapshot that the agent would send from this machine, without sending it')
    .option('--json', 'print the whole observation')
    .action(async ({ json }: { json?: boolean }) => {
      const { runInBackground } = await import('@rollcall/agent/platform/background.ts')
      const { takeSnapshot } = await import('@rollcall/agent/snapshot.ts')
      const { lenientObservationSchema } = await import('@rollcall/shared/inventory/lenient-observation.ts')
      const { describeObservation } = await import('../describe.ts')
      const { print } = await import('../output.ts')
      await runInBackground()
      const observation = lenientObservationSchema.parse(await endAfter(takeSnapshot()))
      print(json, observation, () => describeObservation(observation))
    })
}
