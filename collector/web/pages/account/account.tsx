import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { editedMeOptions, endOwnSession, meOptions, ownSessionsOptions } from '../../api/me.ts'
import { RoleName } from '../../forms/access-fields.tsx'
import { Edited } from '../../forms/edited.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { ColourScheme } from '../../ui/colour-scheme.tsx'
import { Columns } from '../../ui/columns.tsx'
import { DensityChoice } from '../../ui/density.tsx'
import { Facts } from '../../ui/facts.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'
import { exactTime, shownTimeZone } from '../../ui/time-format.ts'
import classes from './account.module.css'
import { ProfileForm } from './profile-form.tsx'
import { Sessions, SignOutElsewhere } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'

/** The signed-in user's own account. */
export function Account() {
  const { data: me } = useSuspenseQuery(meOptions)
  const navigate = useNavigate()
  const hasPassword = me.signsInBy === 'password'
  return (
    <>
      <PageHead title="Your account" />
      <Columns>
        <Profile />
        {hasPassword && (
          <Section title="Password">
            <ActionButton
              label="Change password"
              icon={IconKey}
              onClick={() => void navigate({ to: '/change-password' })}
            />
          </Section>
        )}
        {hasPassword && <TwoFactor isOn={me.twoFactorEnabled} />}
        <Section title="Sessions" aside={<SignOutElsewhere />}>
          <Sessions options={ownSessionsOptions} end={endOwnSession} />
        </Section>
        <Section title="Colour scheme">
          <div className={classes['scheme']}>
            <ColourScheme />
          </div>
        </Section>
        <Section title="Density">
          <div className={classes['scheme']}>
            <DensityChoice />
          </div>
        </Section>
      </Columns>
    </>
  )
}

function Profile() {
  const { data: me } = useSuspenseQuery(meOptions)
  const [edits, setEdits] = useState(false)
  const close = () => setEdits(false)
  return (
    <Section
      title="Profile"
      aside={
        <Button variant="default" onClick={() => setEdits(true)}>
          Edit
        </Button>
      }
    >
      <Facts
        facts={{
          Username: me.username,
          Name: me.name,
          Email: me.email,
          Role: <RoleName held={me.capabilities} />,
          Sites: me.sites.map(({ name }) => name).join(', '),
          'Dates and times': `${exactTime(Date.now())}, ${shownTimeZone()}`,
          'Sign-in method': me.signsInBy === 'oidc' ? 'OpenID Connect' : 'Password',
        }}
      />
      {edits && (
        <Edited options={editedMeOptions} label="Your account" onClose={close}>
          {(edited) => <ProfileForm me={edited} onClose={close} />}
        </Edited>
      )}
    </Section>
  )
}
