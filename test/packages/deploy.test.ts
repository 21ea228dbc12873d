import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { productVersion } from '@rollcall/shared/version.ts'
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1'
import { ConfigMap, Namespace, PersistentVolumeClaim, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

const deployDir = join(import.meta.dirname, '..', '..', 'deploy')
const models = { ConfigMap, Deployment, Namespace, PersistentVolumeClaim, Service, StatefulSet }
const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.enum(Object.keys(models) as [keyof typeof models]),
})

const read = (file: string) => readFile(join(deployDir, file), 'utf8')

test.each(['collector.yaml', 'audit-service.yaml'])(
  'the manifests in %s fit the schemas of Kubernetes',
  async (file) => {
    const documents = parseAllDocuments(await read(join('kubernetes', file)), { merge: true })
    for (const document of documents) {
      expect(document.errors).toEqual([])
      const object = objectSchema.parse(document.toJS())
      new models[object.kind](object as never).validate()
    }
  },
)

test('a field that Kubernetes does not know, or of another type, is found', () => {
  const spec = { replicas: 'one', selector: {}, template: {} }
  expect(() => new Deployment({ spec } as never).validate()).toThrow(/replicas/)
})

test.each([
  'compose.yaml',
  'compose.audit-service.yaml',
  'kubernetes/collector.yaml',
  'kubernetes/audit-service.yaml',
  'Containerfile.collector',
  'Containerfile.audit-service',
])('%s names the images of this version', async (file) => {
  const images = [...(await read(file)).matchAll(/localhost\/rollcall-[a-z-]+:(\S+)/g)].map(([, version]) => version)
  expect(new Set(images)).toEqual(new Set([productVersion]))
})
