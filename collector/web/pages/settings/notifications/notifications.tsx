import { PageHead } from '../../../ui/page-head.tsx'
import { Section } from '../../../ui/section.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import { Deliveries } from './deliveries.tsx'
import { MailForm } from './mail-form.tsx'
import { Webhooks } from './webhooks.tsx'

/** Who is told of what, and what became of it. */
export function NotificationSettings() {
  return (
    <>
      <PageHead
        title="Notifications"
        about="Mail tells people of what needs a hand, such as an App registration that expires. Webhooks tell other systems of events as they happen."
      />
      <Section title="Mail">
        <OpenedSettings what="Mail">{(settings) => <MailForm settings={settings} />}</OpenedSettings>
      </Section>
      <Webhooks />
      <Deliveries />
    </>
  )
}
