import { messageOf } from '@rollcall/shared/errors.ts'
import { controlSubject } from '@rollcall/shared/messages/subjects.ts'
import { controlSchema } from '@rollcall/shared/messages/task.ts'
import { openSigned } from '@rollcall/shared/node/envelope.ts'
import type { Link } from '@rollcall/shared/node/nats-connect.ts'
import type { Logger } from 'pino'
import type { ServiceFile } from './service-file.ts'

type Options = { service: ServiceFile; cancel(taskId: string): void; log: Logger }

/** Cancels tasks when the collector says so. */
export function listenForControl({ nc }: Link, { service, cancel, log }: Options): void {
  const { auditServiceId: serviceId, taskSigningKey } = service
  nc.subscribe(controlSubject(serviceId), {
    callback: (error, message) => {
      if (error) return
      void openSigned(message.data, taskSigningKey, controlSchema)
        .then((control) => {
          if (control.serviceId === serviceId) cancel(control.taskId)
        })
        .catch((reason: unknown) => log.warn({ reason: messageOf(reason) }, 'control: refused a message'))
    },
  })
}
