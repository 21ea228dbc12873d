import { Alert, Text } from '@mantine/core'
import type { MailProblemCode, MailTest } from '@rollcall/shared/api/notification.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'

/** Explains a failed test mail and what to do. The collector's detail is shown below. */
const problems: Record<MailProblemCode, string> = {
  incomplete_settings: 'Enter a mail server, a sender and at least one recipient.',
  forbidden_address: 'Outbound calls to this address are not allowed. Ask the operator of the collector to allow it.',
  unreachable: 'No SMTP server answers. Check the name, the port and firewalls.',
  tls_failed: 'The TLS connection failed. Check the port and the server’s certificate.',
  bad_credentials: 'Wrong user name or password.',
  recipient_refused: 'The server rejected some recipients. Check their addresses.',
  rejected: 'The server rejected the sender or the message.',
}

export function MailTestResult({ result: { ok, problem, detail, accepted, refused } }: { result: MailTest }) {
  return (
    <Alert
      mt="md"
      role="status"
      color={ok ? 'green' : 'red'}
      icon={ok ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={ok ? `Sent to ${accepted.join(', ')}` : 'The test mail was not sent to all recipients'}
    >
      {ok && <Text size="sm">The server accepted the mail. Check the inbox to confirm delivery.</Text>}
      {problem && (
        <Text size="sm" className="wrap">
          {problems[problem]} {detail}
        </Text>
      )}
      {refused.map(({ recipient, detail: why }) => (
        <Text key={recipient} size="sm" className="wrap">
          {recipient}: {why}
        </Text>
      ))}
    </Alert>
  )
}
