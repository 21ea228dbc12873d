import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { listenMetrics } from './listen.ts'
import { createSections, type Section } from './sections.ts'

const log = pino({ level: 'silent' })

/** Renders the metrics of sections, without comments. */
async function render(registry: Registry): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

const section = (name: string, read: () => Promise<number>, freshMs = 0): Section<number> => ({
  name,
  freshMs,
  read,
  gauges: {
    [`${name}_value`]: { help: 'A value.', values: (value) => value },
    [`${name}_each`]: { help: 'Values.', labels: ['site'], values: (value) => [[{ site: 'a "b"\n' }, value]] },
  },
})

it('leaves out the gauges of a section that cannot be read, and reports it', async () => {
  const registry = new Registry()
  const sections = createSections(registry, log)
  let isUp = true
  sections.add(section('one', async () => 1))
  sections.add(section('two', () => (isUp ? Promise.resolve(2) : Promise.reject(new Error('away')))))
  const one = ['one_value 1', 'one_each{site="a \\"b\\"\\n"} 1']
  expect(await render(registry)).toEqual([
    'rollcall_metrics_section_up{section="one"} 1',
    'rollcall_metrics_section_up{section="two"} 1',
    ...[...one, 'two_value 2', 'two_each{site="a \\"b\\"\\n"} 2'],
  ])
  isUp = false
  expect(await render(registry)).toEqual([
    'rollcall_metrics_section_up{section="one"} 1',
    'rollcall_metrics_section_up{section="two"} 0',
    ...one,
  ])
})

it('reads facts once for all gauges and scrapes of their time', async () => {
  const registry = new Registry()
  let reads = 0
  const sections = createSections(registry, log)
  sections.add(section('one', async () => ++reads, 3_600_000))
  const texts = await Promise.all([render(registry), render(registry), render(registry)])
  expect(new Set(texts.map((lines) => lines.join('\n'))).size).toBe(1)
  expect(reads).toBe(1)
})

it('serves /metrics for GET and HEAD in the text format, and nothing else', async () => {
  const registry = new Registry()
  createSections(registry, log).add(section('one', async () => 1))
  const server = await listenMetrics(registry, { host: '127.0.0.1', port: 0 }, log)
  const call = async (method: string, path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method })
    return [response.status, response.headers.get('content-type'), (await response.text()).includes('one_value 1')]
  }
  const plain = 'text/plain; charset=utf-8'
  try {
    expect(await call('GET', '/metrics')).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', true])
    expect(await call('HEAD', '/metrics')).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', false])
    expect(await call('POST', '/metrics')).toEqual([405, plain, false])
    expect(await call('GET', '/')).toEqual([404, plain, false])
    expect(await call('GET', '/api/v1/devices')).toEqual([404, plain, false])
    await expect(listenMetrics(registry, { host: '127.0.0.1', port: server.port }, log)).rejects.toThrow(
      'choose another address in ROLLCALL_METRICS_LISTEN',
    )
  } finally {
    await server.close()
  }
})
