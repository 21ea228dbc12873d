import type { MailProblemCode } from '@rollcall/shared/api/notification.ts'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { connectionFault } from '@rollcall/shared/node/outbound/connection-fault.ts'
import { type Outbound, OutboundRefused } from '@rollcall/shared/node/outbound/outbound.ts'
import type { NodemailerError } from 'nodemailer'
import type { OpenSettings } from '../../sites/settings.ts'
import { fileType, type NotificationFile } from './notification-file.ts'

/** A mail that could not be handed over. `isFinal`: a later attempt would get the same answer. */
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

type Mail = { id: string; recipients: readonly string[]; subject: string; text: string; file?: NotificationFile }
type MailOptions = {
  outbound: Outbound
  signal: AbortSignal
  /** PEM of CAs, instead of the system's. */
  ca?: string[]
}
/** Result for each recipient of a mail that the server took for at least one of them. */
export type MailResult = { accepted: string[]; refused: { recipient: string; detail: string }[] }

const stepMsMax = 10_000
const answerBytesMax = 64 * 1024

/** Hands a mail to the server in the settings. Throws a MailProblem if the server accepts no recipient. */
export async function sendMail(
  { settings, secrets }: OpenSettings,
  { id, recipients, subject, text, file }: Mail,
  { outbound, signal, ca }: MailOptions,
): Promise<MailResult> {
  const { smtp } = settings.notifications
  if (smtp.host === null || smtp.from === null) {
    throw new MailProblem('incomplete_settings', 'No mail server is set.', true)
  }
  // Loaded when a mail is sent: it takes 20 MB, which many collectors do not need.
  const { createTransport } = await import('nodemailer')
  const { host, port } = smtp
  const transport = createTransport({
    host,
    port,
    getSocket: (_options, callback) => {
      outbound.connect('mail', { host, port, signal }).then((connection) => callback(null, { connection }), callback)
    },
    ...securityOf(smtp.security),
    ...(smtp.username === null ? {} : { auth: { user: smtp.username, pass: secrets['smtp'] ?? '' } }),
    greetingTimeout: stepMsMax,
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
      ...(file && {
        attachments: [{ filename: file.name, content: file.content, contentType: fileType(file.name) }],
      }),
      // Equal for each attempt, so that a mailbox can detect a second copy.
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

/**
 * Describes the failure in the collector's words with the server's reply code. The reply text is left out, since the
 * server may be any that the collector can reach.
 */
function mailProblemOf(error: NodemailerError | OutboundRefused): MailProblem {
  if (error instanceof OutboundRefused) return new MailProblem('forbidden_address', error.message)
  const reply = replyOf(error)
  const isFinal = error.permanent === true
  switch (error.code) {
    case 'EAUTH':
    case 'ENOAUTH':
      // Not final, whatever the server answers: a person may correct the password.
      return new MailProblem('bad_credentials', `The mail server rejects the user name or password${reply}.`)
    case 'ETLS':
      return new MailProblem('tls_failed', 'The mail server does not offer STARTTLS, or its handshake failed.')
    case 'EENVELOPE':
      return error.command === 'RCPT TO'
        ? new MailProblem('recipient_refused', recipientRefused(error), isFinal)
        : new MailProblem('rejected', `The mail server rejects the sender${reply}.`, isFinal)
    case 'EMESSAGE':
      return new MailProblem('rejected', `The mail server rejects the message${reply}.`, isFinal)
    case 'EPROTOCOL':
      return new MailProblem('unreachable', `The server does not speak SMTP as expected${reply}.`)
    default: {
      const { kind, text } = connectionFault(originalOf(error))
      return new MailProblem(
        kind === 'tls' || kind === 'untrusted' ? 'tls_failed' : 'unreachable',
        `No mail server answers: ${text}.`,
      )
    }
  }
}

/** Returns the original error. nodemailer replaces Node's code and stores it in `originalCode`. */
const originalOf = (error: NodemailerError): Error =>
  error.originalCode === undefined ? error : Object.assign(new Error(), { code: error.originalCode })

/** Formats an SMTP reply code (RFC 5321 section 4.2), if there is one. */
const replyOf = ({ responseCode }: NodemailerError): string =>
  responseCode !== undefined && responseCode >= 200 && responseCode <= 599 ? ` (reply ${responseCode})` : ''

const recipientRefused = (error: NodemailerError): string => `The mail server rejects this recipient${replyOf(error)}.`

function refusedOf(errors: readonly NodemailerError[] | undefined): MailResult['refused'] {
  return (errors ?? []).map((error) => ({ recipient: error.recipient ?? '', detail: recipientRefused(error) }))
}
