import { Alert, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconClock, IconInfoCircle } from '@tabler/icons-react'
import { CopyField } from '../../forms/copy-field.tsx'
import { counted } from '../../ui/amounts.ts'
import { Time } from '../../ui/time.tsx'
import { isOfThisMachine, joinCommand } from './command.ts'
import classes from './joining.module.css'
import { type Joining, useJoined } from './use-joined.ts'

/** Shows the install command and the machines that have joined with it. */
export function JoinCommand({ joining }: { joining: Joining }) {
  const { token } = joining
  const url = window.location.origin
  return (
    <Stack gap="sm">
      {isOfThisMachine(url) && (
        <Alert variant="outline" color="gray" icon={<IconInfoCircle aria-hidden />} title="Works on this machine only">
          Other machines cannot reach <span className="mono">{url}</span>. Start Rollcall with a reachable address (
          <span className="mono">npm start -- --host 0.0.0.0</span>), open it there and generate a new command.
        </Alert>
      )}
      <CopyField label="Install command" value={token.installCommand ?? joinCommand(token, url)} />
      <Text size="sm" c="dimmed">
        {token.installCommand === null ? (
          <>
            The package <span className="mono">rollcall-{token.for}</span> must be installed on the machine. To include
            that in the command, put the packages of this release into the folder <span className="mono">packages</span>{' '}
            of the collector’s data directory, and generate it again.
          </>
        ) : (
          'Run it on a Linux machine with curl. It downloads the package from this collector, installs it and joins.'
        )}{' '}
        It is valid for {counted(token.uses, 'machine')} until <Time value={token.expiresAt} exact />. It is shown only
        once.
      </Text>
      {token.uninstallCommand !== null && <CopyField label="Uninstall command" value={token.uninstallCommand} />}
      <Joined joining={joining} />
    </Stack>
  )
}

function Joined({ joining }: { joining: Joining }) {
  const { count, parts, isOver } = useJoined(joining)
  if (count === 0) {
    return (
      <p className={classes['wait']} role="status">
        <IconClock size={16} aria-hidden />
        {isOver ? 'The command expired before a machine joined. Generate a new one.' : 'No machine has joined yet.'}
      </p>
    )
  }
  const names = parts
    .slice(0, shownMax)
    .map(({ name, isConnected }) => (isConnected ? name : `${name} (not connected yet)`))
  const more = parts.length > shownMax ? ` and ${parts.length - shownMax} more` : ''
  return (
    <p className={classes['joined']} role="status">
      <IconCircleCheck size={16} aria-hidden />
      <span className="wrap">
        Joined{usesText(count, joining)}: {names.join(', ')}
        {more}
      </span>
    </p>
  )
}

const shownMax = 5
const usesText = (count: number, { token: { uses } }: Joining) => (uses === 1 ? '' : ` (${count} of ${uses})`)
