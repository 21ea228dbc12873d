import { Anchor, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { TwoFactorSetUp } from '@rollcall/shared/api/sign-in.ts'
import { verifyCode } from '../../api/me.ts'
import { ApiError } from '../../api/problem.ts'
import { CopyLine } from '../../forms/copy-line.tsx'
import { FormDrawer } from '../../forms/form-drawer.tsx'
import { QrCode } from './qr-code.tsx'

type Props = { setUp: TwoFactorSetUp; onDone: () => Promise<void>; onClose: () => void }

/** A code that is wrong is no end of the session, which a 401 would be elsewhere. */
function atItsField(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 401) throw error
  throw new ApiError({
    status: 400,
    title: error.title,
    errors: [{ path: '/code', message: 'is wrong, or was used before' }],
  })
}

/** The key for the app, and a first code of it: only then is the second factor on, so that nobody is locked out. */
export function ConfirmCode({ setUp: { totpUri, key }, onDone, onClose }: Props) {
  const form = useForm({ initialValues: { code: '' } })
  const confirm = async ({ code }: { code: string }) => {
    await verifyCode(code).catch(atItsField)
    await onDone()
  }
  return (
    <FormDrawer title="Turn the second factor on" action="Turn on" form={form} onSubmit={confirm} onClose={onClose}>
      <Text size="sm" mb="sm">
        Scan this with your authenticator app. On a phone, <Anchor href={totpUri}>open the app</Anchor> instead, and
        where neither is possible, type the key into it.
      </Text>
      <QrCode text={totpUri} label="QR code of the key below" />
      <CopyLine label="Key" value={key} />
      <TextInput
        label="Code that the app shows now"
        autoComplete="one-time-code"
        inputMode="numeric"
        mt="md"
        {...form.getInputProps('code')}
      />
    </FormDrawer>
  )
}
