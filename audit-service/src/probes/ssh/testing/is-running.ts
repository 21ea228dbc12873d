import { localHost } from '@rollcall/agent/platform/local.ts'

/**
 * Returns true for a running process. A zombie, which its parent has not reaped, counts as ended (proc_pid_stat(5)).
 */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await localHost().readFile(`/proc/${pid}/stat`, 4096)
  return status !== undefined && !/\) Z /.test(status)
}
