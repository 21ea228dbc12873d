import { readFileSync } from 'node:fs'
import { atEnd } from './at-end.ts'
import { type ProcessSpec, type RunningProcess, startProcess } from './processes.ts'

/**
 * Runs a program as the first process of a machine of its own: a PID namespace. SIGKILL ends all of its processes in
 * one moment, as a power cut does, and the next start gets the same process ids again. Other signals go to the program.
 */
export async function startOnMachine(spec: ProcessSpec): Promise<RunningProcess> {
  const args = ['--pid', '--fork', '--kill-child=KILL', '--mount-proc', spec.program, ...(spec.args ?? [])]
  const machine = await startProcess({ ...spec, program: 'unshare', args })
  // unshare ignores the SIGTERM that other processes get at an abrupt end of the tests.
  void machine.exited.then(atEnd(() => machine.signal('SIGKILL')))
  const signal = (name: NodeJS.Signals) => {
    if (name === 'SIGKILL') return machine.signal(name)
    for (const pid of childrenOf(machine.pid)) process.kill(pid, name)
  }
  return {
    ...machine,
    signal,
    stop: async (name = 'SIGTERM', timeoutMs = 10_000) => {
      signal(name)
      const killer = setTimeout(() => machine.signal('SIGKILL'), timeoutMs)
      const exit = await machine.exited
      clearTimeout(killer)
      return exit
    },
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}
