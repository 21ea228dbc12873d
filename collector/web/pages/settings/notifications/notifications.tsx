import { PageHead } from '../../../ui/page-head.tsx'
import { Section } from '../../../ui/section.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import { Deliveries } from './deliveries.tsx'
import { MailForm } from './mail-form.tsx'
import { Webhooks } from './webhooks.tsx'

/** Settings of mail and webhooks, and recent deliveries. */
export function NotificationSettings() {
  return (
    <>
      <PageHead
        title="Notifications"
        about="Mail reports what needs attention, such as an expiring App registration. Webhooks send events to other systems."
      />
      <Section title="Mail">
        <OpenedSettings label="Mail">{(settings) => <MailForm settings={settings} />}</OpenedSettings>
      </Section>
      <Webhooks />
      <Deliveries />
    </>
  )
}
