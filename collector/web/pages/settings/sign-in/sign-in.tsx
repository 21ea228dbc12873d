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

/** How people sign in besides by password; for all sites. */
export function SignInSettings() {
  const query = useQuery(signInSettingsOptions)
  const [edits, setEdits] = useState(false)
  const close = () => setEdits(false)
  const edit = (
    <Button variant="default" onClick={() => setEdits(true)}>
      {query.data?.value.oidc ? 'Change' : 'Set up an issuer'}
    </Button>
  )
  return (
    <>
      <PageHead
        title="Sign-in"
        about="Everybody can sign in with a password and turn on a second factor. An OpenID Connect issuer lets people in besides; what it says of them decides what they may do. This holds for all sites."
      />
      <Section title="OpenID Connect" aside={query.data?.value.oidc && edit}>
        <Loaded query={query} what="How people sign in">
          {({ value: { oidc } }) =>
            oidc ? (
              <Current oidc={oidc} />
            ) : (
              <Empty title="People sign in by password only" action={edit}>
                Register Rollcall at your issuer as a confidential client with the redirect address{' '}
                <Identifier value={`${window.location.origin}/api/auth/callback/oidc`} label="the redirect address" />,
                then tell it here.
              </Empty>
            )
          }
        </Loaded>
      </Section>
      {edits && (
        <Edited options={signInSettingsOptions} what="How people sign in" onClose={close}>
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
          Issuer: <Identifier value={oidc.issuer} label="the issuer" />,
          'Client ID': <Identifier value={oidc.clientId} label="the Client ID" />,
          'Client secret': oidc.clientSecretSet ? 'Set' : 'None',
          Claim: oidc.claim,
          Grants: oidc.grants.map(({ value }) => value).join(', ') || 'None: nobody gets in',
          'Makes users': oidc.makeUsers ? 'Yes, at the first sign-in' : 'No',
        }}
      />
      <div style={{ marginTop: 12 }}>
        <RemoveButton name="the issuer" action="Remove" run={remove}>
          Nobody signs in by it from then on. Users it has made stay, and cannot sign in until there is an issuer again.
        </RemoveButton>
      </div>
    </>
  )
}
