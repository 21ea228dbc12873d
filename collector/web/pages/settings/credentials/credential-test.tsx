import { Alert, Button, NativeSelect, Text, TextInput } from '@mantine/core'
import type { CredentialRecord } from '@rollcall/shared/api/credential.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { segmentsOptions } from '../../../api/catalogs.ts'
import { type CredentialResult, testCredential } from '../../../api/tasks.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'

type Props = { credential: CredentialRecord; onClose: () => void }

/** Tests a credential at one address of a segment. */
export function CredentialTest({ credential: { id, name }, onClose }: Props) {
  const { data } = useQuery(segmentsOptions)
  const served = (data?.items ?? []).filter(({ auditServiceId }) => auditServiceId !== null)
  const segments = served.toSorted(
    (a, b) => Number(b.credentialIds.includes(id)) - Number(a.credentialIds.includes(id)),
  )
  const [chosen, setChosen] = useState<string>()
  const [address, setAddress] = useState('')
  const segmentId = chosen ?? segments[0]?.id
  const closed = useRef(new AbortController())
  useEffect(() => {
    // One for each time that the dialog is shown: React may hide it and show it again.
    const controller = new AbortController()
    closed.current = controller
    return () => controller.abort()
  }, [])
  const test = useMutation({
    mutationFn: (on: string) => testCredential(id, { segmentId: on, address: address.trim() }, closed.current.signal),
  })
  return (
    <Dialog
      title={`Test ${name}`}
      onClose={onClose}
      back="Close"
      action={
        <Button
          loading={test.isPending}
          disabled={segmentId === undefined || address.trim() === ''}
          onClick={() => segmentId !== undefined && test.mutate(segmentId)}
        >
          Test
        </Button>
      }
    >
      <Dimmed mb="sm">
        The Audit Service of the segment logs in at the address, within the attempts of the day. No device is added.
      </Dimmed>
      <NativeSelect
        label="Segment"
        data-autofocus
        required
        mb="sm"
        data={segments.map((segment) => ({ value: segment.id, label: segment.name }))}
        value={segmentId ?? ''}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <TextInput
        label="Address"
        required
        description="An address of the segment"
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      {test.error && (
        <Alert role="alert" mt="md" color="red" title="The credential was not tested">
          {test.error.message}
        </Alert>
      )}
      {test.data && <Result {...test.data} />}
    </Dialog>
  )
}

function Result({ works, audit, error }: CredentialResult) {
  const texts = audit && audit.attempts.length > 0 ? audit.attempts.map(({ text }) => text) : [audit?.text ?? error]
  return (
    <Alert
      role="status"
      mt="md"
      color={works ? 'gray' : 'red'}
      title={works ? 'The credential works' : 'The credential does not work here'}
    >
      {texts.map((text) => (
        <Text key={text} size="sm" className="wrap">
          {text}
        </Text>
      ))}
    </Alert>
  )
}
