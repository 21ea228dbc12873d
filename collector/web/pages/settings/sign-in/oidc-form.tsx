import { PasswordInput, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PatchSignInSettings, SignInSettings } from '@rollcall/shared/api/sign-in-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Tagged } from '../../../api/request.ts'
import { signInSettingsOptions, updateOidc } from '../../../api/sign-in-settings.ts'
import { changesOf } from '../../../forms/changes.ts'
import { FormDrawer } from '../../../forms/form-drawer.tsx'
import { GrantFields, type Oidc, type OidcValues } from './grant-fields.tsx'
import { IssuerTest } from './issuer-test.tsx'

type Patch = NonNullable<PatchSignInSettings['oidc']>
const fresh: Oidc = {
  enabled: true,
  issuer: '',
  clientId: '',
  clientSecret: '',
  label: '',
  claim: 'groups',
  grants: [],
  makeUsers: true,
}

type Props = { settings: Tagged<SignInSettings>; onClose: () => void }

export function OidcForm({ settings: { value, etag }, onClose }: Props) {
  const queryClient = useQueryClient()
  const { clientSecretSet = false, ...stored } = value.oidc ?? {}
  const grants = (value.oidc?.grants ?? []).map(({ role: _, ...grant }) => grant)
  const before: Oidc = { ...fresh, ...stored, grants }
  const form = useForm<OidcValues>({ initialValues: { oidc: before } })
  /** Returns the patch: all fields on the first setup, later the changed ones; the secret only if typed. */
  const patchOf = ({ oidc: { clientSecret, ...rest } }: OidcValues): Patch => ({
    ...(value.oidc ? changesOf<Partial<Oidc>>(before, rest) : rest),
    ...(clientSecret === '' ? {} : { clientSecret }),
  })
  const save = async (values: OidcValues) => {
    await updateOidc(patchOf(values), etag)
    await queryClient.invalidateQueries({ queryKey: signInSettingsOptions.queryKey })
  }
  const secretHint = clientSecretSet
    ? 'Empty: unchanged. A new issuer needs its secret.'
    : 'Empty: the client has no secret.'
  return (
    <FormDrawer
      title="OpenID Connect"
      action="Save"
      form={form}
      stored={{ oidc: before }}
      onSubmit={save}
      onClose={onClose}
      more={<IssuerTest patchOf={() => patchOf(form.getValues())} />}
    >
      <Switch label="Enabled" mb="md" {...form.getInputProps('oidc.enabled', { type: 'checkbox' })} />
      <TextInput
        label="Issuer"
        required
        description="The issuer’s https:// URL."
        {...form.getInputProps('oidc.issuer')}
      />
      <TextInput label="Client ID" required mt="md" {...form.getInputProps('oidc.clientId')} />
      <PasswordInput
        label="Client secret"
        description={secretHint}
        autoComplete="off"
        mt="md"
        {...form.getInputProps('oidc.clientSecret')}
      />
      <TextInput
        label="Display name"
        required
        description="Shown on the button: Sign in with …"
        mt="md"
        {...form.getInputProps('oidc.label')}
      />
      <TextInput
        label="Claim"
        required
        description="The ID token claim that decides permissions."
        mt="md"
        {...form.getInputProps('oidc.claim')}
      />
      <GrantFields form={form} />
      <Switch
        label="Create users at their first sign-in"
        mt="md"
        {...form.getInputProps('oidc.makeUsers', { type: 'checkbox' })}
      />
    </FormDrawer>
  )
}
