import { useForm } from '@mantine/form'
import type { AppRegistration } from '@rollcall/shared/api/app-registration.ts'
import { registrations } from '../../../api/access.ts'
import type { Tagged } from '../../../api/request.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { changesOf } from '../../../forms/changes.ts'
import { FormDrawer } from '../../../forms/form-drawer.tsx'
import { RemoveItem } from '../../../forms/remove-button.tsx'
import { fromLocalInput, toLocalInput } from '../../../ui/local-time.ts'
import { RegistrationFields, type RegistrationValues } from './registration-fields.tsx'
import { Secrets } from './secrets.tsx'

type Props = {
  registration: Tagged<AppRegistration>
  /** Takes a new secret, to show it once. */
  onReplaced: (clientSecret: string) => void
  onClose: () => void
}

export function RegistrationForm({ registration: { value, etag }, onReplaced, onClose }: Props) {
  const refresh = useRefresh(registrations.name, 'alerts')
  // The banner shows expired registrations.
  const before: RegistrationValues = {
    name: value.name,
    expiresAt: toLocalInput(value.expiresAt),
    enabled: value.enabled,
    capabilities: value.capabilities,
    siteIds: value.siteIds,
  }
  const form = useForm({ initialValues: before })
  const save = async (values: RegistrationValues) => {
    const { expiresAt, ...changes } = changesOf(before, values)
    const expiry = expiresAt === undefined ? {} : { expiresAt: fromLocalInput(expiresAt) }
    await registrations.update(value.id, { ...changes, ...expiry }, etag)
    await refresh()
  }
  return (
    <FormDrawer
      title={value.name}
      action="Save"
      form={form}
      stored={before}
      onSubmit={save}
      onClose={onClose}
      more={
        <>
          <Secrets registration={value} onReplaced={onReplaced} />
          <RemoveItem of={registrations} also={['alerts']} item={value} onRemoved={onClose}>
            Its tokens stop working at once. Data that it has written stays.
          </RemoveItem>
        </>
      }
    >
      <RegistrationFields form={form} />
    </FormDrawer>
  )
}
