import type { ServiceFile } from '@rollcall/audit-service/messaging/service-file.ts'
import type { Agent } from '../../hostile/bodies/attack.ts'

/** The collector, one site that does its work, and another one where agent, caller and Audit Service are hostile. */
export type Target = {
  url: string
  caFile: string
  natsUrl: string
  honest: { agent: Agent; callerToken: string; segmentId: string }
  hostile: { agent: Agent; callerToken: string; clientId: string; clientSecret: string; service: ServiceFile }
}
