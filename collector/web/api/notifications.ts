import type { MailTest, Notification } from '@rollcall/shared/api/notification.ts'
import { request } from './request.ts'
import { resource } from './resource.ts'
import { siteSettingsPath } from './site-settings.ts'

/** A page of the notifications sent to people and webhooks, failed ones included. */
export const sentOptions = resource<Notification, never, never>('notifications', '/api/v1/notifications').listOptions

/** Sends a test mail with the stored settings. */
export const sendTestMail = () => request<MailTest>(`${siteSettingsPath}/notifications/test`, { method: 'POST' })
