import type { PauseReason, RunStatus } from '@rollcall/shared/api/report.ts'

/** Reasons of a pause, with what to do. */
export const pauseWords: Record<PauseReason, string> = {
  owner_deleted: 'Its owner was removed. Take it over to resume it.',
  owner_without_permission:
    'Its owner is disabled, or is no longer an Administrator of this site. Take it over to resume it.',
  view_unavailable: 'Its view was deleted, or is private to somebody else. Choose another view to resume it.',
}

type State = { kind: 'good' | 'warn' | 'bad' | 'off'; label: string }

export const runStates: Record<RunStatus, State> = {
  Waiting: { kind: 'off', label: 'Waiting' },
  Sending: { kind: 'warn', label: 'Sending' },
  Sent: { kind: 'good', label: 'Sent' },
  PartlySent: { kind: 'warn', label: 'Partly sent' },
  Failed: { kind: 'bad', label: 'Failed' },
  Skipped: { kind: 'off', label: 'Skipped' },
}
