import { Link } from '@tanstack/react-router'
import { Columns } from '../../ui/columns.tsx'
import { useSettingsPages } from '../../ui/frame/use-settings-pages.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './overview.module.css'

export function SettingsOverview() {
  return (
    <>
      <PageHead title="Settings" />
      <Columns>
        {useSettingsPages().map(({ group, pages }) => (
          <Section key={group} title={group}>
            <ul className={classes['pages']}>
              {pages.map(({ to, label, about }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                  <span>{about}</span>
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </Columns>
    </>
  )
}
