import { useMay } from '../../../api/use-may.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { Section } from '../../../ui/section.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import { LimitsForm } from './limits-form.tsx'
import { UsageNow } from './usage-now.tsx'

/** What API clients have called, and how much they may. */
export function UsagePage() {
  const mayEdit = useMay('Administrator')
  return (
    <>
      <PageHead
        title="API usage"
        about="Calls of App registrations on this site. Those of people in this web interface, of agents and of Audit Services do not count."
      />
      <UsageNow />
      {mayEdit && (
        <Section title="Limits">
          <OpenedSettings what="Limits">{(settings) => <LimitsForm settings={settings} />}</OpenedSettings>
        </Section>
      )}
    </>
  )
}
