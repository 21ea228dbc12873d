import { Alert, SegmentedControl, Stack } from '@mantine/core'
import type { AgentPlatform } from '@rollcall/shared/api/agent.ts'
import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { addressIn, isOfThisMachine } from '@rollcall/shared/join-line.ts'
import { IconCircleCheck, IconClock, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { CopyField } from '../../forms/copy-field.tsx'
import { counted, firstNames } from '../../ui/amounts.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Time } from '../../ui/time.tsx'
import { commandsFor, windowsPackage } from './command.ts'
import classes from './joining.module.css'
import { platformNames } from './platforms.ts'
import { type Joining, useJoined } from './use-joined.ts'

type Props = {
  joining: Joining
  /** Platform of the agent that rejoins, if it is known. */
  platform?: AgentPlatform | null
}

const platforms = (['linux', 'windows', 'macos'] as const).map((value) => ({ value, label: platformNames[value] }))

/** Shows the commands that install and remove a part, and the machines that have joined. */
export function JoinCommand({ joining, platform }: Props) {
  const { token } = joining
  // A browser on the collector's machine may have another address than parts need.
  const url = addressIn(token.installCommand ?? token.windowsInstallCommand) ?? window.location.origin
  const [chosen, setChosen] = useState<AgentPlatform>(platform ?? 'linux')
  const { install, uninstall } = commandsFor(chosen, token, url)
  return (
    <Stack gap="sm">
      {isOfThisMachine(url) && (
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title="Works on this machine only">
          Other machines cannot reach <span className="mono">{url}</span>. Open Rollcall at a name or address of its
          machine, and generate a new command there. From a checkout, start it with{' '}
          <span className="mono">npm start -- --host 0.0.0.0</span> first.
        </Alert>
      )}
      {token.for === 'agent' && (
        <SegmentedControl
          aria-label="Operating system"
          data={platforms}
          value={chosen}
          onChange={(value) => setChosen(value as AgentPlatform)}
        />
      )}
      <CopyField label="Install command" value={install} />
      <Dimmed>
        <HowToInstall platform={chosen} token={token} /> It is valid for {counted(token.uses, 'machine')} until{' '}
        <Time value={token.expiresAt} exact />. It is shown only once.
      </Dimmed>
      <CopyField label="To uninstall it" value={uninstall} />
      <Joined joining={joining} />
    </Stack>
  )
}

function HowToInstall({ platform, token }: { platform: AgentPlatform; token: JoinTokenMade }) {
  if (platform === 'windows') {
    if (token.windowsInstallCommand !== null) {
      return 'Run it as an administrator in a command prompt or PowerShell. It downloads the package from this collector, installs it silently and joins. It needs curl 7.58.1 or newer, which Windows includes; an older one stops and installs nothing. While the line runs, the token is in the process list.'
    }
    return (
      <>
        Copy <span className="mono">{windowsPackage}</span> of this release to the machine, and run the command beside
        it as an administrator. It installs the agent silently and lets it join. While it runs, the token is in the
        process list. To include the download in the command, put the file into the folder{' '}
        <span className="mono">packages</span> of the collector’s data directory, and generate it again.
      </>
    )
  }
  if (platform === 'macos') {
    return (
      <>
        Build the package from the macOS folder of this release and install it, as the README in the folder says. Then
        run the command. It joins the agent, and launchd runs it every hour.
      </>
    )
  }
  if (token.installCommand !== null) {
    return 'Run it on a Linux machine with curl. It downloads the package from this collector, installs it and joins. Without the token at its end, it upgrades what has joined.'
  }
  return (
    <>
      The package <span className="mono">rollcall-{token.for}</span> must be installed on the machine. To include that
      in the command, put the packages of this release into the folder <span className="mono">packages</span> of the
      collector’s data directory, and generate it again.
    </>
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
  const names = parts.map(({ name, isConnected }) => (isConnected ? name : `${name} (not connected yet)`))
  return (
    <p className={classes['joined']} role="status">
      <IconCircleCheck size={16} aria-hidden />
      <span className="wrap">
        Joined{usesText(count, joining)}: {firstNames(names, shownMax)}
      </span>
    </p>
  )
}

const shownMax = 5
const usesText = (count: number, { token: { uses } }: Joining) => (uses === 1 ? '' : ` (${count} of ${uses})`)
