import { useMay } from '../../../api/use-may.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { Section } from '../../../ui/section.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import { LimitsForm } from './limits-form.tsx'
import { UsageNow } from './usage-now.tsx'

/** API usage and limits of the site's App registrations. */
export function UsagePage() {
  const mayEdit = useMay('Administrator')
  return (
    <>
      <PageHead
        title="API usage"
        about="API calls of App registrations on this site. Calls of this web interface, agents and Audit Services do not count."
      />
      <UsageNow />
      {mayEdit && (
        <Section title="Limits">
          <OpenedSettings label="Limits">{(settings) => <LimitsForm settings={settings} />}</OpenedSettings>
        </Section>
      )}
    </>
  )
}
