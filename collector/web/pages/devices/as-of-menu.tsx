import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { ActionButton } from '../../ui/action-button.tsx'
import { MomentInput } from '../../ui/moment-input.tsx'
import { exactTime } from '../../ui/time-format.ts'

type Props = {
  /** A UTC time of the API; undefined for now. */
  asOf: string | undefined
  onChange: (asOf: string | undefined) => void
}

/** Chooses the time of the list, which is now unless a past time is chosen. */
export function AsOfMenu({ asOf, onChange }: Props) {
  const [opened, { toggle, close }] = useDisclosure(false)
  return (
    <Popover position="bottom-end" trapFocus returnFocus opened={opened} onDismiss={close}>
      <Popover.Target>
        <ActionButton
          label={asOf === undefined ? 'As of now' : `As of ${exactTime(asOf)}`}
          icon={IconHistory}
          onClick={toggle}
        />
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <MomentInput label="As of" value={asOf} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  )
}
