import { IconChevronLeft } from '@tabler/icons-react'
import { Link, Outlet, useMatchRoute } from '@tanstack/react-router'
import { useSettingsPages } from '../../ui/frame/use-settings-pages.ts'
import classes from './settings.module.css'

/** Frame of all Settings pages with their navigation. On a phone, a link to their list instead. */
export function Settings() {
  const isList = useMatchRoute()({ to: '/settings' }) !== false
  return (
    <div className={classes['frame']}>
      {isList ? null : (
        <Link to="/settings" className={classes['back'] ?? ''}>
          <IconChevronLeft size={15} aria-hidden />
          Settings
        </Link>
      )}
      <SettingsNavigation />
      <div className={classes['page']}>
        <Outlet />
      </div>
    </div>
  )
}

function SettingsNavigation() {
  return (
    <nav aria-label="Settings" className={classes['navigation']}>
      {useSettingsPages().map(({ group, pages }) => (
        <div key={group}>
          <h2 className={classes['group']}>{group}</h2>
          {pages.map(({ to, label }) => (
            <Link key={to} to={to} className={classes['link'] ?? ''}>
              {label}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
