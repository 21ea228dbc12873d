import { Button, Fieldset, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { SignInSettings } from '@rollcall/shared/api/sign-in-settings.ts'
import { IconPlus } from '@tabler/icons-react'
import { useSite } from '../../../api/use-site.ts'
import { CapabilitiesField, SitesField } from '../../../forms/access-fields.tsx'

export type Oidc = Omit<NonNullable<SignInSettings['oidc']>, 'clientSecretSet'> & { clientSecret: string }
/** As the API has it, so that what it says of a field stands at it. */
export type OidcValues = { oidc: Oidc }

/** Which value of the claim gives what; whoever has several gets all of it. */
export function GrantFields({ form }: { form: UseFormReturnType<OidcValues> }) {
  const site = useSite()
  const add = () => form.insertListItem('oidc.grants', { value: '', capabilities: [], siteIds: site ? [site.id] : [] })
  return (
    <>
      {form.values.oidc.grants.map((_, at) => {
        const field = (name: string) => form.getInputProps(`oidc.grants.${at}.${name}`)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the form knows them by their place
          <Fieldset key={at} legend={`Grant ${at + 1}`} mt="md">
            <TextInput label="Value of the claim" {...field('value')} />
            <CapabilitiesField {...field('capabilities')} />
            <SitesField {...field('siteIds')} />
            <Button variant="default" mt="md" onClick={() => form.removeListItem('oidc.grants', at)}>
              Take this grant away
            </Button>
          </Fieldset>
        )
      })}
      <Button variant="default" mt="md" leftSection={<IconPlus size={15} aria-hidden />} onClick={add}>
        Add a grant
      </Button>
    </>
  )
}
