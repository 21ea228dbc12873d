import { join } from 'node:path'
import type { Random } from '../../bench/dataset/random.ts'
import { freePort } from '../../harness/ports.ts'
import { type PowerCut, type PowerCutDisk, survivals } from '../../harness/power-cut-disk.ts'
import type { RunningProcess } from '../../harness/processes.ts'
import { startUp, type Up } from '../../harness/rollcall.ts'

/** The cut of a round: what survives in turn, the moment by chance. */
export function drawCut(round: number, random: Random, changesMax: number): PowerCut {
  const survives = survivals[round % survivals.length] ?? 'nothing'
  return { survives, afterChanges: random.below(changesMax + 1), seed: random.below(2 ** 31) }
}

/**
 * Cuts the power of a machine (see `startOnMachine`) that keeps its files on the disk, at the latest when `latest`
 * resolves, and gives the disk power again.
 */
export async function cutPower(
  disk: PowerCutDisk,
  machine: RunningProcess,
  cut: PowerCut,
  latest: Promise<unknown> = machine.exited,
): Promise<void> {
  void latest.then(disk.cutNow, disk.cutNow)
  await disk.cut(cut)
  machine.signal('SIGKILL')
  await disk.powerOn()
  await machine.exited
}

/** `rollcall up` on the disk, on the same ports at every start. */
export async function startMachine(disk: PowerCutDisk) {
  const args = ['--no-agent', '--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  const startUpOnDisk = () => startUp({ dataDir: join(disk.path, 'data'), args, isMachine: true })
  let up: Up = await startUpOnDisk()
  return {
    up: () => up,
    cut: (cut: PowerCut) => cutPower(disk, up.process, cut),
    /** Gives how long it took. */
    start: async () => {
      const startedAt = performance.now()
      up = await startUpOnDisk()
      return performance.now() - startedAt
    },
    [Symbol.asyncDispose]: async () => void (await up.stop('SIGKILL')),
  }
}
