import { localHost } from '@rollcall/agent/platform/local.ts'

/** One that has ended stays until its parent takes note (proc_pid_stat(5)). */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await localHost().readFile(`/proc/${pid}/stat`, 4096)
  return status !== undefined && !/\) Z /.test(status)
}
