import { useForm } from '@mantine/form'
import { type NewRegistrationSecret, registrations } from '../../../api/access.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { useSite } from '../../../api/use-site.ts'
import { FormDrawer } from '../../../forms/form-drawer.tsx'
import { fromLocalInput } from '../../../ui/local-time.ts'
import { RegistrationFields, type RegistrationValues } from './registration-fields.tsx'

type Props = { onCreated: (created: NewRegistrationSecret) => void; onClose: () => void }

export function NewRegistration({ onCreated, onClose }: Props) {
  const refresh = useRefresh(registrations.name)
  const site = useSite()
  const form = useForm<RegistrationValues>({
    initialValues: { name: '', expiresAt: '', enabled: true, capabilities: [], siteIds: site ? [site.id] : [] },
  })
  const create = async ({ expiresAt, ...values }: RegistrationValues) => {
    onCreated(await registrations.create<NewRegistrationSecret>({ ...values, expiresAt: fromLocalInput(expiresAt) }))
    await refresh()
  }
  return (
    <FormDrawer title="New registration" action="Create registration" form={form} onSubmit={create} onClose={onClose}>
      <RegistrationFields form={form} />
    </FormDrawer>
  )
}
