import type { MailProblemCode } from '@rollcall/shared/api/notification.ts'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import type { NodemailerError } from 'nodemailer'
import type { OpenSettings } from '../sites/settings.ts'

/** Why a mail could not be handed over. `isFinal`: the server would answer the same at any later time. */
export class MailProblem extends Error {
  readonly code: MailProblemCode
  readonly isFinal: boolean

  constructor(code: MailProblemCode, message: string, isFinal = false) {
    super(message)
    this.name = 'MailProblem'
    this.code = code
    this.isFinal = isFinal
  }
}

type Mail = { id: string; recipients: readonly string[]; subject: string; text: string }
type MailOptions = {
  signal: AbortSignal
  /** PEM of CAs, in the place of those that the machine trusts. */
  ca?: string[]
}
/** What the server said of each recipient, when it took the mail for one of them at least. */
export type MailResult = { accepted: string[]; refused: { recipient: string; detail: string }[] }

const stepMsMax = 10_000
const answerBytesMax = 64 * 1024
const detailLengthMax = 500

/** Hands a mail to the server of the settings. Throws a MailProblem when it took it for nobody. */
export async function sendMail(
  { settings, secrets }: OpenSettings,
  { id, recipients, subject, text }: Mail,
  { signal, ca }: MailOptions,
): Promise<MailResult> {
  const { smtp } = settings.notifications
  if (smtp.host === null || smtp.from === null) {
    throw new MailProblem('incomplete_settings', 'No mail server is set.', true)
  }
  // Loaded when a mail is sent: it takes 20 MB, which many collectors need not.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    ...securityOf(smtp.security),
    ...(smtp.username === null ? {} : { auth: { user: smtp.username, pass: secrets['smtp'] ?? '' } }),
    connectionTimeout: stepMsMax,
    greetingTimeout: stepMsMax,
    dnsTimeout: stepMsMax,
    socketTimeout: 2 * stepMsMax,
    maxResponseSize: answerBytesMax,
    tls: { minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) },
  })
  try {
    const sent = await transport.sendMail({
      from: { name: 'Rollcall', address: smtp.from },
      to: recipients.map((address) => ({ name: '', address })),
      envelope: { from: smtp.from, to: [...recipients] },
      subject: subject.replace(/\p{C}+/gu, ' ').trim(),
      text,
      // The same at each attempt, so that a mailbox can tell a second copy.
      messageId: `<${id}@${smtp.from.slice(smtp.from.lastIndexOf('@') + 1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    })
    return { accepted: sent.accepted.map(String), refused: refusedOf(sent.rejectedErrors) }
  } catch (error) {
    throw mailProblemOf(error as NodemailerError)
  } finally {
    transport.close()
  }
}

type Security = SiteSettings['notifications']['smtp']['security']
const securityOf = (security: Security) => ({
  secure: security === 'tls',
  requireTLS: security === 'starttls',
  ignoreTLS: security === 'none',
})

function mailProblemOf(error: NodemailerError): MailProblem {
  const detail = messageOf(error).slice(0, detailLengthMax)
  const isFinal = error.permanent === true
  switch (error.code) {
    case 'EAUTH':
    case 'ENOAUTH':
      // However final the server's answer: a person may set the password right meanwhile.
      return new MailProblem('bad_credentials', detail)
    case 'ETLS':
      return new MailProblem('tls_failed', detail)
    case 'EENVELOPE':
      return new MailProblem(error.command === 'RCPT TO' ? 'recipient_refused' : 'rejected', detail, isFinal)
    case 'EMESSAGE':
      return new MailProblem('rejected', detail, isFinal)
    default:
      return new MailProblem(isOfTls(error.originalCode) ? 'tls_failed' : 'unreachable', detail)
  }
}

/** Node's codes of a connection are those of the system, such as ECONNREFUSED; those of TLS are OpenSSL's words. */
const isOfTls = (code = ''): boolean => code === 'EPROTO' || /_/.test(code)

function refusedOf(errors: readonly NodemailerError[] | undefined): MailResult['refused'] {
  return (errors ?? []).map((error) => ({
    recipient: error.recipient ?? '',
    detail: messageOf(error).slice(0, detailLengthMax),
  }))
}
