export type * from './api.ts'
export { type Client, type ClientOptions, createClient, type EventType } from './client.ts'
export { RollcallError } from './errors.ts'
export { verifyWebhook, WebhookError, type WebhookRequest } from './webhooks.ts'
