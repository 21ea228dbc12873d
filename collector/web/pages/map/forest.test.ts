import type { TopologyLink, TopologyNode } from '@rollcall/shared/api/topology.ts'
import { expect, it } from 'vitest'
import { forestOf } from './forest.ts'
import { size } from './layout.ts'
import { passes, sceneOf } from './scene.ts'
import { inOrder, type Tree } from './tree.ts'

const node = (id: string, ports = 0): TopologyNode => ({
  id,
  kind: 'switch',
  type: id.startsWith('ap') ? 'access-point' : 'switch',
  name: id,
  device: null,
  portsTotal: ports,
  portsUp: ports,
  endpoints: ports,
  ports: Array.from({ length: ports }, (_, at) => ({
    name: `${at}`,
    role: 'access',
    endpoints: 1,
    type: null,
    vlan: null,
    segmentId: null,
  })),
})
const link = (a: string, b: string, port: string | null = null): TopologyLink => ({
  a: { node: a, port },
  b: { node: b, port: null },
  speedBps: null,
  cables: 1,
  sources: ['lldp'],
  confidence: 1,
})
const nodes = (...ids: string[]) => ids.map((id) => node(id))
const written = ({ node: { id }, children }: Tree): string =>
  children.length > 0 ? `${id}(${children.map(written).join(' ')})` : id

it('starts in the middle, whatever the order of nodes', () => {
  const { trees } = forestOf({
    nodes: nodes('a1', 'd1', 'core', 'd2', 'a2', 'a3'),
    links: [link('a1', 'd1'), link('d1', 'core'), link('d2', 'core'), link('a2', 'd2'), link('a3', 'd2')],
  })
  expect(trees.map(written)).toEqual(['core(d2(a2 a3) d1(a1))'])
})

it('chooses the middle node with more links', () => {
  const { trees } = forestOf({
    nodes: nodes('a', 'b', 'c', 'd'),
    links: [link('a', 'b'), link('b', 'c'), link('b', 'd')],
  })
  expect(trees.map(written)).toEqual(['b(a c d)'])
})

it('does not count access points on the way to the core', () => {
  const { trees } = forestOf({
    nodes: nodes('core', 'd1', 'd2', 'a1', 'ap1', 'ap2'),
    links: [link('core', 'd1'), link('core', 'd2'), link('d1', 'a1'), link('a1', 'ap1'), link('ap1', 'ap2')],
  })
  expect(trees.map(({ node: { id } }) => id)).toEqual(['core'])
})

it('separates redundant links, networks and switches without links', () => {
  const ring = [link('a', 'b'), link('b', 'c'), link('c', 'a')]
  const { trees, others, isolated } = forestOf({
    nodes: nodes('a', 'b', 'c', 'x', 'y', 'z'),
    links: [...ring, link('x', 'y'), link('x', 'gone'), link('x', 'x')],
  })
  expect(trees.map(({ size }) => size)).toEqual([3, 2])
  expect(others).toHaveLength(1)
  expect(isolated.map(({ id }) => id)).toEqual(['z'])
})

it('handles a long chain without deep recursion', () => {
  const ids = Array.from({ length: 1000 }, (_, at) => `s${at}`)
  const forest = forestOf({ nodes: nodes(...ids), links: ids.slice(1).map((id, at) => link(ids[at] ?? '', id)) })
  expect(inOrder(forest.trees)).toHaveLength(1000)
  expect(sceneOf(forest, new Map()).boxes).toHaveLength(1000)
})

it('places boxes within the map without overlap', () => {
  const access = Array.from({ length: 40 }, (_, at) => node(`a${at}`, at))
  const forest = forestOf({
    nodes: [...nodes('core', 'd0', 'd1', 'alone'), ...access],
    links: [link('core', 'd0'), link('core', 'd1'), ...access.map(({ id }, at) => link(`d${at % 2}`, id))],
  })
  const { boxes, wires, bounds } = sceneOf(forest, new Map([['a3', 10]]))
  const { width, height } = bounds
  expect(boxes).toHaveLength(44)
  expect(wires).toHaveLength(42)
  const overlapping = boxes.filter((a) =>
    boxes.some(
      (b) => a !== b && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
    ),
  )
  expect(overlapping).toEqual([])
  expect(
    boxes.filter((box) => box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height),
  ).toEqual([])
  const heightOf = (id: string) => boxes.find(({ node }) => node.id === id)?.height ?? 0
  expect(heightOf('a3') - heightOf('a4')).toBe(10 * size.row)
})

it('arranges fifty branches in rows of about screen width', () => {
  const ids = Array.from({ length: 50 }, (_, at) => at)
  const forest = forestOf({
    nodes: nodes('core', ...ids.flatMap((at) => [`d${at}`, `a${at}`, `b${at}`])),
    links: ids.flatMap((at) => [link('core', `d${at}`), link(`d${at}`, `a${at}`), link(`d${at}`, `b${at}`)]),
  })
  const { bounds, wires, boxes } = sceneOf(forest, new Map())
  const { width, height } = bounds
  expect(width / height).toBeGreaterThan(1)
  expect(width / height).toBeLessThan(3)
  expect(wires.filter(({ points }) => boxes.some((box) => passes(points, box)))).toEqual([])
})
