import { Button } from '@mantine/core'
import type { SignInSettings as Settings } from '@rollcall/shared/api/sign-in-settings.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { signInSettingsOptions, updateOidc } from '../../../api/sign-in-settings.ts'
import { Edited } from '../../../forms/edited.tsx'
import { RemoveButton } from '../../../forms/remove-button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Section } from '../../../ui/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { OidcForm } from './oidc-form.tsx'

type Oidc = NonNullable<Settings['oidc']>

/** Sign-in settings of all sites: OpenID Connect. */
export function SignInSettings() {
  const query = useQuery(signInSettingsOptions)
  const [edits, setEdits] = useState(false)
  const close = () => setEdits(false)
  const edit = (
    <Button variant="default" onClick={() => setEdits(true)}>
      {query.data?.value.oidc ? 'Edit' : 'Set up OpenID Connect'}
    </Button>
  )
  return (
    <>
      <PageHead
        title="Sign-in"
        about="Users sign in with a password and optional two-factor authentication. An OpenID Connect issuer can sign in users too and set their permissions. These settings apply to all sites."
      />
      <Section title="OpenID Connect" aside={query.data?.value.oidc && edit}>
        <Loaded query={query} label="The sign-in settings">
          {({ value: { oidc } }) =>
            oidc ? (
              <Current oidc={oidc} />
            ) : (
              <Empty title="OpenID Connect is not set up" action={edit}>
                Register Rollcall at your issuer as a confidential client with the redirect URI{' '}
                <Identifier value={`${window.location.origin}/api/auth/callback/oidc`} label="redirect URI" />, then
                enter the client here.
              </Empty>
            )
          }
        </Loaded>
      </Section>
      {edits && (
        <Edited options={signInSettingsOptions} label="The sign-in settings" onClose={close}>
          {(settings) => <OidcForm settings={settings} onClose={close} />}
        </Edited>
      )}
    </>
  )
}

function Current({ oidc }: { oidc: Oidc }) {
  const queryClient = useQueryClient()
  const remove = async () => {
    await updateOidc(null)
    await queryClient.invalidateQueries({ queryKey: signInSettingsOptions.queryKey })
  }
  return (
    <>
      <Facts
        facts={{
          State: oidc.enabled ? 'On' : 'Off',
          Button: `Sign in with ${oidc.label}`,
          Issuer: <Identifier value={oidc.issuer} label="issuer" />,
          'Client ID': <Identifier value={oidc.clientId} label="Client ID" />,
          'Client secret': oidc.clientSecretSet ? 'Set' : 'None',
          Claim: oidc.claim,
          Grants: oidc.grants.map(({ value }) => value).join(', ') || 'None (nobody can sign in)',
          'Create users': oidc.makeUsers ? 'Yes, at the first sign-in' : 'No',
        }}
      />
      <div style={{ marginTop: 12 }}>
        <RemoveButton name="OpenID Connect" action="Remove" run={remove}>
          Its users can no longer sign in. Their accounts stay.
        </RemoveButton>
      </div>
    </>
  )
}
