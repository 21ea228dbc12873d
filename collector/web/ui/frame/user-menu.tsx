import {
  ActionIcon,
  Divider,
  Popover,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core'
import { IconKey, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meOptions } from '../../api/me.ts'
import classes from './rail.module.css'
import { useSignOut } from './use-sign-out.ts'

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

export function UserMenu() {
  const { data: me } = useSuspenseQuery(meOptions)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const leave = useSignOut()
  return (
    <Popover position="bottom-end" width={230}>
      <Popover.Target>
        <ActionIcon size="lg" aria-label={`User menu: ${me.name}`}>
          <IconUserCircle size={20} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <Text size="sm" px={8} pb={8} className="told">
          {me.name} <span className="mono">{me.username}</span>
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Colour scheme"
          data={schemes}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        />
        <Divider my={8} />
        <Link to="/change-password" className={classes['link'] ?? ''}>
          <IconKey size={16} aria-hidden />
          Change password
        </Link>
        <UnstyledButton w="100%" className={classes['link'] ?? ''} onClick={() => leave.mutate()}>
          <IconLogout size={16} aria-hidden />
          Sign out
        </UnstyledButton>
      </Popover.Dropdown>
    </Popover>
  )
}
