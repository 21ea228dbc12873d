import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDrawer } from '../../forms/form-drawer.tsx'

type Props = { title: string; action: string; run: (password: string) => Promise<unknown>; onClose: () => void }

/** What is done only with the own password once more, which whoever finds an open browser does not know. */
export function WithPassword({ title, action, run, onClose }: Props) {
  const form = useForm({ initialValues: { password: '' } })
  return (
    <FormDrawer title={title} action={action} form={form} onSubmit={({ password }) => run(password)} onClose={onClose}>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDrawer>
  )
}
