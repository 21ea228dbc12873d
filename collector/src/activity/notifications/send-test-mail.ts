import type { MailTest } from '@rollcall/shared/api/notification.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { openSiteSettings } from '../../sites/settings.ts'
import { MailProblem, type MailResult, sendMail } from './send-mail.ts'

const testMsMax = 30_000

/** Sends one mail to all recipients in the settings at once, without the outbox, and reports failures. */
export async function sendTestMail(ctx: Context): Promise<MailTest> {
  requireCapability(ctx, 'Administrator')
  const opened = await openSiteSettings(ctx, ctx.siteId)
  const { recipients } = opened.settings.notifications
  try {
    if (recipients.length === 0) throw new MailProblem('incomplete_settings', 'There are no recipients.')
    const mail = { id: newId(), recipients, subject: 'Rollcall: test mail', text }
    return resultOf(await sendMail(opened, mail, { outbound: ctx.outbound, signal: AbortSignal.timeout(testMsMax) }))
  } catch (error) {
    if (!(error instanceof MailProblem)) throw error
    return { ok: false, problem: error.code, detail: error.message, accepted: [], refused: [] }
  }
}

const text = 'An Administrator sent this mail to test notifications.\n'

function resultOf({ accepted, refused }: MailResult): MailTest {
  const [first] = refused
  return {
    ok: first === undefined,
    problem: first ? 'recipient_refused' : null,
    detail: first?.detail ?? null,
    accepted,
    refused,
  }
}
