import {
  type Icon,
  IconAlertTriangle,
  IconApi,
  IconApps,
  IconBulb,
  IconDevices,
  IconGitCompare,
  IconHistory,
  IconLayoutDashboard,
  IconListCheck,
  IconMapPin,
  IconRadar2,
  IconSettings,
  IconTopologyStar3,
  IconUserQuestion,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './rail.module.css'

type NavPage = { to: string; label: string; icon: Icon }
type Group = { name: string; pages: NavPage[] }

/** Main navigation, in this order. The rail and the global search list these pages. */
export const groups: readonly Group[] = [
  {
    name: 'Inventory',
    pages: [
      { to: '/', label: 'Dashboard', icon: IconLayoutDashboard },
      { to: '/devices', label: 'Devices', icon: IconDevices },
      { to: '/software', label: 'Software', icon: IconApps },
      { to: '/map', label: 'Map', icon: IconTopologyStar3 },
      { to: '/findings', label: 'Findings', icon: IconAlertTriangle },
      { to: '/reviews', label: 'Reviews', icon: IconUserQuestion },
    ],
  },
  {
    name: 'Discovery',
    pages: [
      { to: '/segments', label: 'Segments', icon: IconRadar2 },
      { to: '/tasks', label: 'Tasks', icon: IconListCheck },
      { to: '/suggestions', label: 'Suggestions', icon: IconBulb },
    ],
  },
  {
    name: 'History',
    pages: [
      { to: '/changes', label: 'Changes', icon: IconHistory },
      { to: '/compare', label: 'Compare', icon: IconGitCompare },
      { to: '/addresses', label: 'Address history', icon: IconMapPin },
    ],
  },
  {
    name: 'Settings',
    pages: [
      { to: '/settings', label: 'Settings', icon: IconSettings },
      { to: '/api-documentation', label: 'API documentation', icon: IconApi },
    ],
  },
]

export function Rail({ onGo }: { onGo: () => void }) {
  return (
    <nav aria-label="Main" className={classes['rail']}>
      {groups.map(({ name, pages }) => (
        <section key={name} aria-label={name}>
          <h2 className={classes['group']}>{name}</h2>
          {pages.map((page) => (
            <RailLink key={page.to} {...page} onGo={onGo} />
          ))}
        </section>
      ))}
    </nav>
  )
}

function RailLink({ to, label, icon: Shape, onGo }: NavPage & { onGo: () => void }) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className={classes['link'] ?? ''}
      onClick={onGo}
    >
      <Shape size={17} stroke={1.6} aria-hidden />
      {label}
    </Link>
  )
}
