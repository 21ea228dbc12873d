import { Alert, Button, Text } from '@mantine/core'
import type { PatchSignInSettings } from '@rollcall/shared/api/sign-in-settings.ts'
import { useMutation } from '@tanstack/react-query'
import { testOidc } from '../../../api/sign-in-settings.ts'
import { CopyLine } from '../../../forms/copy-line.tsx'
import { Failure } from '../../../ui/states/failure.tsx'

type Props = { patchOf: () => NonNullable<PatchSignInSettings['oidc']> }

/** Asks the issuer as the form would have it, before it is saved. */
export function IssuerTest({ patchOf }: Props) {
  const test = useMutation({ mutationFn: () => testOidc(patchOf()) })
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        The test asks the issuer for its description and its keys, with what is typed above. Nothing is saved.
      </Text>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Test the issuer
      </Button>
      {test.error && <Failure error={test.error} what="What came of the test" />}
      {test.data && (
        <Alert
          role="status"
          mt="md"
          variant="outline"
          color={test.data.ok ? 'gray' : 'red'}
          title={test.data.ok ? 'The issuer answers' : 'The issuer cannot be used'}
        >
          <Text size="sm" mb="sm" className="told">
            {test.data.detail}
          </Text>
          <CopyLine label="Redirect address that it has to permit" value={test.data.redirectUri} />
        </Alert>
      )}
    </>
  )
}
