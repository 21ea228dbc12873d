import { Switch, TextInput } from '@mantine/core'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { storageStateOptions, testStorage } from '../../../api/snapshot-storage.ts'
import { SecretInput } from '../../../forms/secret-input.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { SettingsForm } from '../site-settings/settings-form.tsx'
import { useSettingsForm } from '../site-settings/use-settings-form.ts'
import { StorageTest } from './storage-test.tsx'

/** Returns the form values. An empty secret keeps the stored one. */
const valuesOf = ({ snapshotStorage: { secretAccessKeySet: _, ...stored } }: SiteSettings) => ({
  snapshotStorage: {
    ...stored,
    endpoint: stored.endpoint ?? '',
    bucket: stored.bucket ?? '',
    accessKeyId: stored.accessKeyId ?? '',
    secretAccessKey: '',
  },
})

const patchOf = ({ snapshotStorage }: ReturnType<typeof valuesOf>) => {
  const { secretAccessKey, endpoint, ...typed } = snapshotStorage
  const secret = secretAccessKey === '' ? {} : { secretAccessKey }
  return { snapshotStorage: { ...typed, endpoint: endpoint.trim() || null, ...secret } }
}

export function StorageForm({ settings }: { settings: SiteSettings }) {
  const state = useSettingsForm(settings, valuesOf, patchOf)
  const { form } = state
  const queryClient = useQueryClient()
  const test = useAction('The storage was not tested', async () => {
    try {
      return await testStorage(patchOf(form.getValues()).snapshotStorage)
    } finally {
      await queryClient.invalidateQueries({ queryKey: storageStateOptions.queryKey })
    }
  })
  return (
    <SettingsForm
      name="Storage"
      state={state}
      aside={<ActionButton label="Test connection" action={test} />}
      below={(test.isPending || test.data) && <StorageTest result={test.isPending ? undefined : test.data} />}
    >
      <Switch
        label="Copy snapshots"
        description="Copies new snapshots only. While off, waiting copies are kept."
        {...form.getInputProps('snapshotStorage.enabled', { type: 'checkbox' })}
      />
      <TextInput
        label="Endpoint"
        description="Address of the S3-compatible service. Empty: Amazon S3."
        placeholder="https://s3.example.org"
        {...form.getInputProps('snapshotStorage.endpoint')}
      />
      <TextInput label="Region" required {...form.getInputProps('snapshotStorage.region')} />
      <TextInput label="Bucket" {...form.getInputProps('snapshotStorage.bucket')} />
      <TextInput
        label="Prefix"
        description="Start of every object key: prefix/site/device/date-snapshot.json."
        {...form.getInputProps('snapshotStorage.prefix')}
      />
      <TextInput label="Access key ID" autoComplete="off" {...form.getInputProps('snapshotStorage.accessKeyId')} />
      <SecretInput
        label="Secret access key"
        isSet={settings.snapshotStorage.secretAccessKeySet}
        {...form.getInputProps('snapshotStorage.secretAccessKey')}
      />
      <Switch
        label="Path-style addresses"
        description="Put the bucket in the path instead of the host name. Most services except Amazon S3 need this."
        {...form.getInputProps('snapshotStorage.forcePathStyle', { type: 'checkbox' })}
      />
    </SettingsForm>
  )
}
