import { z } from 'zod'
import { jsonOf } from '../http/json.ts'
import type { Print } from '../identify/print.ts'

const text = z.string().optional().catch(undefined)
/** GET /version and GET /info of the Docker Engine API. Podman answers both, too. */
const versionSchema = z.object({
  Version: z.string(),
  ApiVersion: z.string(),
  Platform: z.object({ Name: text }).optional().catch(undefined),
})
const infoSchema = z.object({ Name: text, OperatingSystem: text, OSVersion: text })

const tlsPort = 2376

/** Reads version, name and operating system from a Docker API that is open to everybody. Nothing but these is asked. */
export const dockerPrint: Print = {
  name: 'docker',
  ports: { tcp: [2375, tlsPort] },
  read: async (visit) => {
    const way = { tls: visit.port === tlsPort }
    const version = jsonOf(await visit.request({ path: '/version' }, way), versionSchema)
    if (version === undefined) return undefined
    const info = jsonOf(await visit.request({ path: '/info' }, way), infoSchema)
    return {
      service: {
        name: 'docker',
        product: version.Platform?.Name || 'Docker',
        version: version.Version,
        banner: `API ${version.ApiVersion} without a login`,
      },
      device: { type: 'computer', hostname: info?.Name, os: osOf(info) },
    }
  },
}

/** `Debian GNU/Linux 12 (bookworm)`: Debian GNU/Linux, 12. Docker Desktop and boot2docker name themselves instead. */
function osOf(info: z.infer<typeof infoSchema> | undefined) {
  const [, name, rest] =
    /^([A-Za-z][A-Za-z/ ._-]{0,80}?)(?:\s+v?(\d[\w.]{0,30}).*)?$/s.exec(info?.OperatingSystem ?? '') ?? []
  if (name === undefined || /docker/i.test(name)) return undefined
  return { name, version: info?.OSVersion || rest }
}
