import { ActionIcon, Divider, Popover, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meOptions } from '../../api/me.ts'
import { ColourScheme } from '../colour-scheme.tsx'
import classes from './rail.module.css'
import { useSignOut } from './use-sign-out.ts'

export function UserMenu() {
  const { data: me } = useSuspenseQuery(meOptions)
  const leave = useSignOut()
  const [opened, { toggle, close }] = useDisclosure(false)
  return (
    <Popover position="bottom-end" width={230} trapFocus returnFocus opened={opened} onDismiss={close}>
      <Popover.Target>
        <ActionIcon size="lg" aria-label={`User menu: ${me.name}`} onClick={toggle}>
          <IconUserCircle size={20} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <Text size="sm" px={8} pb={8} className="wrap">
          {me.name} <span className="mono">{me.username}</span>
        </Text>
        <ColourScheme />
        <Divider my={8} />
        <Link to="/account" className={classes['link'] ?? ''} onClick={close}>
          <IconUserCircle size={16} aria-hidden />
          Your account
        </Link>
        <UnstyledButton w="100%" className={classes['link'] ?? ''} onClick={() => leave.mutate()}>
          <IconLogout size={16} aria-hidden />
          Sign out
        </UnstyledButton>
      </Popover.Dropdown>
    </Popover>
  )
}
