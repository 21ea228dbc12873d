/** Largest message on the bus, headers included: `max_payload` of the server, `max_msg_size` of the streams. */
export const wireBytesMax = 8 * 1024 * 1024

/** NATS subjects and JetStream names. A service may publish and subscribe only under its own id. */
export const taskStream = 'ROLLCALL_TASKS'
/**
 * Each service has its own stream, so that it can neither fill another's stream nor make another's message a duplicate.
 */
export const resultStream = (serviceId: string) => `ROLLCALL_RESULTS_${serviceId}`
/** The collector's durable consumer of a service's results. */
export const ingestConsumer = 'ingest'
/** A service's durable consumer of `taskStream`. */
export const taskConsumer = (serviceId: string) => `service-${serviceId}`

export const taskSubject = (serviceId: string) => `rollcall.tasks.${serviceId}`
export const resultSubject = (serviceId: string, taskId: string) => `rollcall.results.${serviceId}.${taskId}`
export const progressSubject = (serviceId: string, taskId: string) => `rollcall.progress.${serviceId}.${taskId}`
export const heartbeatSubject = (serviceId: string) => `rollcall.heartbeat.${serviceId}`
export const controlSubject = (serviceId: string) => `rollcall.control.${serviceId}`
/** Each service has its own inbox, so that it cannot read another's replies. */
export const inboxPrefix = (serviceId: string) => `_INBOX_${serviceId}`
