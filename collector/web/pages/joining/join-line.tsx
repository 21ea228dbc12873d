import { Alert, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconClock, IconInfoCircle } from '@tabler/icons-react'
import { CopyLine } from '../../forms/copy-line.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './joining.module.css'
import { isOfThisMachine, joinLine } from './lines.ts'
import { type Joining, useJoined } from './use-joined.ts'

/** A line to copy to the machine that is to join, and who has joined by it, as it happens. */
export function JoinLine({ joining }: { joining: Joining }) {
  const { made } = joining
  const url = window.location.origin
  return (
    <Stack gap="sm">
      {isOfThisMachine(url) && (
        <Alert variant="outline" color="gray" icon={<IconInfoCircle aria-hidden />} title="For this machine alone">
          Other machines do not reach <span className="mono">{url}</span>. For them start Rollcall with an address that
          they reach (<span className="mono">npm start -- --host 0.0.0.0</span>), open it there, and make the line anew.
        </Alert>
      )}
      <CopyLine label="Line for the other machine" value={joinLine(made, url)} />
      <Text size="sm" c="dimmed">
        Run it in a folder with Rollcall of this version, on Linux with systemd. It is good for{' '}
        {made.uses === 1 ? 'one machine' : `${made.uses} machines`} until <Time value={made.expiresAt} exact />, and is
        shown this once.
      </Text>
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
        {isOver ? 'Nobody has joined, and the line has expired: make another.' : 'Nobody has joined yet.'}
      </p>
    )
  }
  const told = parts.slice(0, shownMax).map(({ name, isHeard }) => (isHeard ? name : `${name} (not heard yet)`))
  const more = parts.length > shownMax ? ` and ${parts.length - shownMax} more` : ''
  return (
    <p className={classes['joined']} role="status">
      <IconCircleCheck size={16} aria-hidden />
      <span className="told">
        Joined{made(count, joining)}: {told.join(', ')}
        {more}
      </span>
    </p>
  )
}

const shownMax = 5
const made = (count: number, { made: { uses } }: Joining) => (uses === 1 ? '' : ` (${count} of ${uses})`)
