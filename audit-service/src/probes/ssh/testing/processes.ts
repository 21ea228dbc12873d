import { localHost } from '@rollcall/agent/platform/local.ts'

/**
 * Returns true for a running process. A zombie, which its parent has not reaped, counts as ended (proc_pid_stat(5)).
 */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await localHost().readFile(`/proc/${pid}/stat`, 4096)
  return status !== undefined && !/\) Z /.test(status)
}

/** Returns the descendants of a process that run a program now. */
export async function descendants(pid: number, program: string): Promise<number[]> {
  // A process may end while it is read.
  const read = (path: string) =>
    localHost()
      .readFile(path, 4096)
      .catch(() => undefined)
  const children = (await read(`/proc/${pid}/task/${pid}/children`))?.trim().split(' ').filter(Boolean) ?? []
  const below = await Promise.all(
    children.map(Number).map(async (child) => {
      const name = (await read(`/proc/${child}/comm`))?.trim()
      return [...(name === program ? [child] : []), ...(await descendants(child, program))]
    }),
  )
  return below.flat()
}
