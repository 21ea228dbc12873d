import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDrawer } from '../../forms/form-drawer.tsx'

type Props = { title: string; action: string; run: (password: string) => Promise<unknown>; onClose: () => void }

/** Asks for the user's password again, so that an unattended browser cannot be misused. */
export function WithPassword({ title, action, run, onClose }: Props) {
  const form = useForm({ initialValues: { password: '' } })
  return (
    <FormDrawer title={title} action={action} form={form} onSubmit={({ password }) => run(password)} onClose={onClose}>
      <PasswordInput
        label="Your password"
        required
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDrawer>
  )
}
