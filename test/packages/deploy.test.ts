import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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

test('the lines for a master key from a Secret fit the schemas, and mount it where the setting says', async () => {
  const text = await read('kubernetes/collector.yaml')
  const used = text.replace(/^( *)# (?=ROLLCALL_MASTER_KEY_FILE:|- \{ name: master-key)/gm, '$1')
  // Kubernetes reads YAML 1.1, in which 0400 is octal.
  const objects = parseAllDocuments(used, { merge: true, version: '1.1' }).map((each) => each.toJS())
  for (const object of objects) new models[objectSchema.parse(object).kind](object as never).validate()
  const pod = objects.find(({ kind }) => kind === 'StatefulSet').spec.template.spec
  const secret = { secretName: 'rollcall-master-key', defaultMode: 0o400 }
  expect(pod.volumes).toContainEqual({ name: 'master-key', secret })
  const { data } = objects.find(({ kind }) => kind === 'ConfigMap')
  const mountPath = dirname(data.ROLLCALL_MASTER_KEY_FILE)
  expect(pod.containers[0].volumeMounts).toContainEqual({ name: 'master-key', mountPath, readOnly: true })
})

test('a field that Kubernetes does not know, or of another type, is found', () => {
  const spec = { replicas: 'one', selector: {}, template: {} }
  expect(() => new Deployment({ spec } as never).validate()).toThrow(/replicas/)
})

const podSchema = z.object({
  template: z.object({
    spec: z.object({
      securityContext: z.unknown(),
      initContainers: z.array(z.object({ args: z.array(z.string()) })).default([]),
    }),
  }),
})

/** Reads what a manifest says about its pod, and the names of the collector in it. */
async function podOf(file: string) {
  const objects = parseAllDocuments(await read(join('kubernetes', file)), { merge: true }).map((each) => each.toJS())
  const { spec } = podSchema.parse(objects.find(({ kind }) => /^(Deployment|StatefulSet)$/.test(kind))?.spec).template
  const hosts: string | undefined = objects.find(({ kind }) => kind === 'ConfigMap')?.data.ROLLCALL_PUBLIC_HOSTS
  return { ...spec, hosts: hosts?.split(/[\s,]+/) }
}

test.each(['collector.yaml', 'audit-service.yaml'])(
  'a restart of the pod in %s leaves the modes of its files, since keys must not be open to the group',
  async (file) => {
    const { securityContext } = await podOf(file)
    expect(securityContext).toMatchObject({ fsGroup: 10001, fsGroupChangePolicy: 'OnRootMismatch' })
  },
)

test('the Audit Service on Kubernetes joins at a name that the certificate of the collector there has', async () => {
  const { hosts } = await podOf('collector.yaml')
  const { initContainers } = await podOf('audit-service.yaml')
  const [, url = ''] = / --url (\S+)/.exec(initContainers[0]?.args.join(' ') ?? '') ?? []
  expect(hosts).toContain(new URL(url).hostname)
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

const taskSchema = z.looseObject({ name: z.string().min(1) })
const playSchema = z.looseObject({ name: z.string(), hosts: z.string(), tasks: z.array(taskSchema).min(1) })

/** Fields of a task that are no module. */
const keywords = new Set(['name', 'vars', 'when', 'no_log', 'register', 'until', 'retries', 'delay', 'changed_when'])

test('each task of the Ansible playbook runs one module, and those with the token write no log', async () => {
  const [document, ...others] = parseAllDocuments(await read('agents/ansible.yaml'))
  expect(others).toEqual([])
  expect(document?.errors).toEqual([])
  const plays = z.array(playSchema).parse(document?.toJS())
  expect(plays.map(({ hosts }) => hosts)).toEqual(['all:!windows', 'windows'])
  for (const task of plays.flatMap(({ tasks }) => tasks)) {
    const modules = Object.keys(task).filter((field) => !keywords.has(field))
    expect(modules, task.name).toEqual([expect.stringMatching(/^ansible\.(builtin|windows)\.[a-z_]+$/)])
    if (JSON.stringify(task).includes('rollcall_token')) expect(task, task.name).toMatchObject({ no_log: true })
  }
})

test('the playbook joins in each run, so that another token or address counts, and leaves no package behind', async () => {
  const plays = z.array(playSchema).parse(parseAllDocuments(await read('agents/ansible.yaml'))[0]?.toJS())
  const texts = plays.map(({ tasks }) => JSON.stringify(tasks))
  for (const text of texts) {
    expect(text).toContain("'agent', 'install', '--url', rollcall_url, '--token', '-'")
    expect(text).not.toContain('"creates"')
    expect(text).toContain('"state":"absent"')
  }
})

test.each(['agents/gpo-startup.ps1', 'agents/intune-detect.ps1'])('the brackets of %s are in pairs', async (file) => {
  const code = (await read(file)).replace(/#.*$/gm, '').replace(/'[^']*'/g, "''")
  const open: string[] = []
  for (const sign of code.match(/[()[\]{}]/g) ?? []) {
    if ('([{'.includes(sign)) open.push(sign)
    else expect(`${open.pop()}${sign}`).toMatch(/^(\(\)|\[\]|\{\})$/)
  }
  expect(open).toEqual([])
  expect((code.match(/"/g)?.length ?? 0) % 2).toBe(0)
})
