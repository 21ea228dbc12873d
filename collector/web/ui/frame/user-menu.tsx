import { ActionIcon, Menu, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { IconKey, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { meOptions, signOut } from '../../api/me.ts'
import { useAction } from '../use-action.ts'

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

export function UserMenu() {
  const { data: me } = useSuspenseQuery(meOptions)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const leave = useAction('You are not signed out', async () => {
    await signOut()
    queryClient.clear()
    await navigate({ to: '/sign-in' })
  })
  return (
    <Menu position="bottom-end" width={220} closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={`User menu: ${me.name}`}>
          <IconUserCircle size={20} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="told">
          {me.name} ({me.username})
        </Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          mx={6}
          mb={6}
          aria-label="Colour scheme"
          data={schemes}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        />
        <Menu.Divider />
        <Menu.Item leftSection={<IconKey size={15} aria-hidden />} component={Link} to="/change-password">
          Change password
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} aria-hidden />} onClick={() => leave.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
