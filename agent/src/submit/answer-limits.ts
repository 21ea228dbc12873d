import type { AnswerLimits } from '@rollcall/shared/node/pinned-client.ts'

/** A collector answers an agent with some ids and addresses. The time includes sending a snapshot on a slow line. */
export const answerLimits: AnswerLimits = { answerMsMax: 2 * 60_000, answerBytesMax: 1024 * 1024 }
