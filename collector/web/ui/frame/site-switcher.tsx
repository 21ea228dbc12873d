import { Menu } from '@mantine/core'
import { IconBuilding, IconChevronDown } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meOptions } from '../../api/me.ts'
import { useSite } from '../../api/use-site.ts'
import { ActionButton } from '../action-button.tsx'
import { changeSite } from './change-site.ts'
import classes from './site-switcher.module.css'

/** Chooses the site of this tab. Shows only its name if there is one site. */
export function SiteSwitcher() {
  const { data: me } = useSuspenseQuery(meOptions)
  const current = useSite()
  if (me.sites.length < 2) return <span className={classes['only']}>{current?.name}</span>
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionButton
          label={current?.name}
          icon={IconBuilding}
          variant="subtle"
          color="gray"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={`Site: ${current?.name}`}
          className={classes['button'] ?? ''}
        />
      </Menu.Target>
      <Menu.Dropdown mah={360} className={classes['list'] ?? ''}>
        {me.sites.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => changeSite(id)} aria-current={id === current?.id ? 'true' : undefined}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
