import type { DeliveryChannel } from '@rollcall/shared/api/notification.ts'
import { newId } from '@rollcall/shared/ids.ts'

/** Builds the row of a delivery without attempts. */
export const newDelivery = (notificationId: string, channel: DeliveryChannel, target: string) => ({
  id: newId(),
  notificationId,
  channel,
  target,
  status: 'Waiting' as const,
  attempts: 0,
})
