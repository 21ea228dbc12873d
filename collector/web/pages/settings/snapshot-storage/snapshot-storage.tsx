import { PageHead } from '../../../ui/page-head.tsx'
import { Section } from '../../../ui/section.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import { CopiesState } from './copies-state.tsx'
import { StorageForm } from './storage-form.tsx'

/** Where each snapshot is copied to, and how that stands. */
export function SnapshotStorage() {
  return (
    <>
      <PageHead
        title="Snapshot storage"
        about="A copy of each snapshot as a JSON file in an S3-compatible bucket. The snapshots here do not depend on it: while the storage fails, copies wait and are sent later."
      />
      <Section title="Copies">
        <CopiesState />
      </Section>
      <Section title="Storage">
        <OpenedSettings what="Storage">{(settings) => <StorageForm settings={settings} />}</OpenedSettings>
      </Section>
    </>
  )
}
