import { Button, Fieldset, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { SignInSettings } from '@rollcall/shared/api/sign-in-settings.ts'
import { IconPlus } from '@tabler/icons-react'
import { useSite } from '../../../api/use-site.ts'
import { RoleField, SitesField } from '../../../forms/access-fields.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'

type Settings = NonNullable<SignInSettings['oidc']>
/** A grant without its role, which follows from its capabilities. */
type Grant = Omit<Settings['grants'][number], 'role'>
export type Oidc = Omit<Settings, 'clientSecretSet' | 'grants'> & { clientSecret: string; grants: Grant[] }
/** Values under the API's names, so that its errors find their fields. */
export type OidcValues = { oidc: Oidc }

/** Grants: the permissions and sites for each value of the claim. A user with several values gets all of them. */
export function GrantFields({ form }: { form: UseFormReturnType<OidcValues> }) {
  const site = useSite()
  const add = () => form.insertListItem('oidc.grants', { value: '', capabilities: [], siteIds: site ? [site.id] : [] })
  return (
    <>
      {form.values.oidc.grants.map((_, at) => {
        const field = (name: string) => form.getInputProps(`oidc.grants.${at}.${name}`)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the form addresses them by index
          <Fieldset key={at} legend={`Grant ${at + 1}`} mt="md">
            <TextInput label="Claim value" required {...field('value')} />
            <RoleField {...field('capabilities')} />
            <SitesField {...field('siteIds')} />
            <Button variant="default" mt="md" onClick={() => form.removeListItem('oidc.grants', at)}>
              Remove grant
            </Button>
          </Fieldset>
        )
      })}
      <ActionButton label="Add grant" icon={IconPlus} mt="md" onClick={add} />
    </>
  )
}
