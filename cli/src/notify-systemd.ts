import { runProcess } from '@rollcall/shared/node/run-process.ts'

/** Reports to systemd that the service is ready (sd_notify(3)), which ends the wait of `systemctl start`. */
export async function notifyReady(): Promise<void> {
  if (process.env['NOTIFY_SOCKET'] === undefined) return
  await runProcess('systemd-notify', ['--ready'], { timeoutMs: 10_000 })
}
