import { Alert, Text } from '@mantine/core'
import type { PatchSignInSettings } from '@rollcall/shared/api/sign-in-settings.ts'
import { useMutation } from '@tanstack/react-query'
import { testOidc } from '../../../api/sign-in-settings.ts'
import { CopyField } from '../../../forms/copy-field.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Failure } from '../../../ui/states/failure.tsx'

type Props = { patchOf: () => NonNullable<PatchSignInSettings['oidc']> }

/** Tests the issuer with the form's values, before they are saved. */
export function IssuerTest({ patchOf }: Props) {
  const test = useMutation({ mutationFn: () => testOidc(patchOf()) })
  return (
    <>
      <Dimmed mb="sm">The test loads the issuer’s metadata and keys with the values above. It saves nothing.</Dimmed>
      <ActionButton label="Test issuer" action={test} />
      {test.error && <Failure error={test.error} label="The test result" />}
      {test.data && (
        <Alert
          role="status"
          mt="md"
          color={test.data.ok ? 'gray' : 'red'}
          title={test.data.ok ? 'The issuer works' : 'The issuer cannot be used'}
        >
          <Text size="sm" mb="sm" className="wrap">
            {test.data.detail}
          </Text>
          <CopyField label="Redirect URI to register at the issuer" value={test.data.redirectUri} />
        </Alert>
      )}
    </>
  )
}
