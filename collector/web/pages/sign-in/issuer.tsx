import { Alert, Button, Divider } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { beginOidc, signInOptions } from '../../api/me.ts'
import { issuerRefusal } from './issuer-refusal.ts'
import { Refusal } from './refusal.tsx'

/** Button to sign in by OpenID Connect, if set up. */
export function IssuerButton({ returnTo }: { returnTo: string }) {
  const { data } = useQuery(signInOptions)
  const begin = useMutation({ mutationFn: beginOidc, onSuccess: ({ url }) => window.location.assign(url) })
  if (!data?.oidc) return null
  return (
    <>
      <Divider label="or" my="md" />
      <Refusal error={begin.error} />
      <Button
        variant="default"
        size="sm"
        fullWidth
        loading={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate(returnTo)}
      >
        Sign in with {data.oidc.label}
      </Button>
    </>
  )
}

/** The error of a sign-in that the issuer sent back. */
export function IssuerRefusal({ code }: { code: string }) {
  return (
    <Alert role="alert" color="red" mb="md" title="Not signed in">
      {issuerRefusal(code)}
    </Alert>
  )
}
