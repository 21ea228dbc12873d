import { Alert, Text } from '@mantine/core'
import type { MailProblemCode, MailTest } from '@rollcall/shared/api/notification.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'

/** Says what is wrong and what to do about it. The collector's detail follows. */
const problems: Record<MailProblemCode, string> = {
  incomplete_settings: 'Mail server, sender and at least one recipient are needed.',
  forbidden_address: 'The collector may not call this address.',
  unreachable: 'Nothing that speaks SMTP answers there. Check the name, the port, and firewalls on the way.',
  tls_failed: 'The server’s certificate is not trusted by this machine, or it does not speak TLS on this port.',
  bad_credentials: 'The server refuses the user name or the password.',
  recipient_refused: 'The server takes mail, but not for every recipient.',
  rejected: 'The server refuses the sender or the message.',
}

export function MailTestResult({ result: { ok, problem, detail, accepted, refused } }: { result: MailTest }) {
  return (
    <Alert
      mt="md"
      role="status"
      variant="outline"
      color={ok ? 'green' : 'red'}
      icon={ok ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={ok ? `The server has taken it for ${accepted.join(', ')}` : 'The test mail did not go to everybody'}
    >
      {ok && <Text size="sm">Whether it arrives, those people can tell.</Text>}
      {problem && (
        <Text size="sm" className="told">
          {problems[problem]} {detail}
        </Text>
      )}
      {refused.map(({ recipient, detail: why }) => (
        <Text key={recipient} size="sm" className="told">
          {recipient}: {why}
        </Text>
      ))}
    </Alert>
  )
}
