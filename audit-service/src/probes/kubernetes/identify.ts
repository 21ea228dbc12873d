import { z } from 'zod'
import { jsonOf } from '../http/json.ts'
import type { Print } from '../identify/print.ts'

/** GET /version of the Kubernetes API, which everybody may read by default (system:public-info-viewer). */
const versionSchema = z.object({
  major: z.string(),
  minor: z.string(),
  gitVersion: z.string(),
  platform: z.string().optional().catch(undefined),
})

/** Distributions by the suffix of their versions. */
const distributions: readonly (readonly [RegExp, string])[] = [
  [/\+k3s/, 'K3s'],
  [/\+rke2/, 'RKE2'],
  [/\+k0s/, 'k0s'],
  [/-eks-/, 'Amazon EKS'],
  [/-gke\./, 'Google Kubernetes Engine'],
  [/\+vmware/, 'VMware Tanzu'],
]

/** Reads the version from a Kubernetes API. The server may stand for a whole cluster, so nothing is said of the host. */
export const kubernetesPrint: Print = {
  name: 'kubernetes',
  ports: { tcp: [6443, 16_443] },
  read: async (visit) => {
    const version = jsonOf(await visit.request({ path: '/version' }, { tls: true }), versionSchema)
    if (version === undefined) return undefined
    const { gitVersion, platform } = version
    const [, distribution] = distributions.find(([suffix]) => suffix.test(gitVersion)) ?? []
    return {
      service: {
        name: 'kubernetes',
        product: distribution ?? 'Kubernetes',
        version: gitVersion.replace(/^v/, ''),
        banner: platform,
      },
    }
  },
}
