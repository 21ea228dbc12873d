import { PageHead } from '../../../ui/page-head.tsx'
import { Section } from '../../../ui/section.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import { CopiesState } from './copies-state.tsx'
import { StorageForm } from './storage-form.tsx'

/** Settings and state of the snapshot copies. */
export function SnapshotStorage() {
  return (
    <>
      <PageHead
        title="Snapshot storage"
        about="Copies each snapshot as a JSON file to an S3-compatible bucket. If the storage fails, copies are retried."
      />
      <Section title="Copies">
        <CopiesState />
      </Section>
      <Section title="Storage">
        <OpenedSettings label="Storage">{(settings) => <StorageForm settings={settings} />}</OpenedSettings>
      </Section>
    </>
  )
}
