import { Link } from '@tanstack/react-router'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './overview.module.css'
import { useSettingsPlaces } from './use-settings-places.ts'

export function SettingsOverview() {
  return (
    <>
      <PageHead title="Settings" />
      {useSettingsPlaces().map(({ group, places }) => (
        <Section key={group} title={group}>
          <ul className={classes['places']}>
            {places.map(({ to, label, about }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
                <span>{about}</span>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}
