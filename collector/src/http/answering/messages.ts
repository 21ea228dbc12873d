import type { SignedIn } from '../../access/sign-in/sessions.ts'
import type { Actor } from '../../lib/context.ts'

/** A read of the API whose caller is authenticated, and which is counted. */
export type Question = {
  method: string
  url: string
  headers: [string, string][]
  requestId: string
  /** Time of the request, by the clock of the main thread. */
  nowMs: number
  caller: Actor | undefined
  session: SignedIn | undefined
}

export type Answer = { status: number; headers: [string, string][]; body: Uint8Array<ArrayBuffer> }

/** Message to a thread: a numbered question, or that it shall end. */
export type ToThread = (Question & { number: number }) | 'end'

/**
 * Message of a thread. `isForMain`: only the main thread can answer, and nothing was changed. `failure`: the database is
 * damaged or its disk has failed, so the process must end.
 */
export type FromThread = ({ number: number } & (Answer | { isForMain: true })) | { failure: string } | 'ready'
