import { Anchor, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { TwoFactorSetUp } from '@rollcall/shared/api/sign-in.ts'
import { verifyCode } from '../../api/me.ts'
import { ApiError } from '../../api/problem.ts'
import { CopyField } from '../../forms/copy-field.tsx'
import { FormDrawer } from '../../forms/form-drawer.tsx'
import { QrCode } from './qr-code.tsx'

type Props = { setUp: TwoFactorSetUp; onDone: () => Promise<void>; onClose: () => void }

/** Turns a wrong code into a field error. Elsewhere a 401 ends the session. */
function atItsField(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 401) throw error
  throw new ApiError({
    status: 400,
    title: error.title,
    errors: [{ path: '/code', message: 'is wrong or was already used' }],
  })
}

/**
 * Shows the key for the app and asks for a first code. The second factor is on only then, so that nobody is locked out.
 */
export function ConfirmCode({ setUp: { totpUri, key }, onDone, onClose }: Props) {
  const form = useForm({ initialValues: { code: '' } })
  const confirm = async ({ code }: { code: string }) => {
    await verifyCode(code).catch(atItsField)
    await onDone()
  }
  return (
    <FormDrawer
      title="Turn on two-factor authentication"
      action="Turn on"
      form={form}
      onSubmit={confirm}
      onClose={onClose}
    >
      <Text size="sm" mb="sm">
        Scan this code with your authenticator app. On a phone, <Anchor href={totpUri}>open the app</Anchor> instead.
        You can also type the key into the app.
      </Text>
      <QrCode text={totpUri} label="QR code of the key below" />
      <CopyField label="Key" value={key} />
      <TextInput
        label="Current code of the app"
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        mt="md"
        {...form.getInputProps('code')}
      />
    </FormDrawer>
  )
}
