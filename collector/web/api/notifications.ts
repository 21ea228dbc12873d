import type { MailTest, Notification } from '@rollcall/shared/api/notification.ts'
import { request } from './request.ts'
import { resource } from './resource.ts'
import { siteSettingsPath } from './site-settings.ts'

/** What was sent to people and webhooks, or could not be. */
export const sentOptions = resource<Notification, never, never>('notifications', '/api/v1/notifications').listOptions

/** With the settings as they are stored. */
export const sendTestMail = () => request<MailTest>(`${siteSettingsPath}/notifications/test`, { method: 'POST' })
