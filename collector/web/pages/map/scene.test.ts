import type { TopologyLink, TopologyNode } from '@rollcall/shared/api/topology.ts'
import { describe, expect, it } from 'vitest'
import { forestOf } from './forest.ts'
import { arrange, passes, type Scene, sceneOf } from './scene.ts'

type Type = TopologyNode['type']

const node = (id: string, ports: readonly string[] = [], type: Type = 'switch'): TopologyNode => ({
  ...{ id, type, kind: 'switch', name: id, device: null, endpoints: 0 },
  ...{ portsTotal: ports.length, portsUp: ports.length },
  ports: ports.map((name) => ({ name, role: 'uplink', endpoints: 0, type: null, vlan: null, segmentId: null })),
})
const link = (a: string, b: string, port: string | null = null): TopologyLink => ({
  ...{ a: { node: a, port }, b: { node: b, port: null } },
  ...{ speedBps: null, cables: 1, sources: ['lldp'], confidence: 1 },
})
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const boxOf = ({ boxes }: Scene, id: string) => {
  const box = boxes.find((each) => each.node.id === id)
  if (!box) throw new Error(`no box ${id}`)
  return box
}
/** Wires that pass through a box. Those of an access point run inside its switch. */
const crossing = ({ wires, boxes }: Scene) =>
  wires.filter(({ points, link }) =>
    boxes.some(
      (box) =>
        passes(points, box) &&
        !boxes.some(({ node, within }) => within === box.node.id && [link.a.node, link.b.node].includes(node.id)),
    ),
  )

/** A campus in which each access switch has a second uplink, to the distribution switch of its neighbor. */
function campus(access: number) {
  const d = ['d0', 'd1', 'd2', 'd3', 'd4']
  const edge = d.flatMap((parent, at) =>
    numbers(access).map((n) => ({ id: `a${at}-${n}`, parent, other: d[(at + 2) % 5] ?? '' })),
  )
  return forestOf({
    nodes: [node('core-1'), node('core-2'), ...d.map((id) => node(id)), ...edge.map(({ id }) => node(id))],
    links: [
      link('core-1', 'core-2'),
      ...d.flatMap((id) => [link('core-1', id), link('core-2', id)]),
      ...edge.flatMap(({ id, parent, other }) => [link(parent, id), link(other, id)]),
    ],
  })
}

describe('links', () => {
  it.each([1, 4, 30])('of a campus with two uplinks a switch pass through no box, %d access switches', (access) => {
    const scene = sceneOf(campus(access), new Map([['a1-0', 12]]))
    expect(scene.wires).toHaveLength(1 + 10 + access * 10)
    expect(crossing(scene)).toEqual([])
    // All lines are horizontal or vertical.
    const slanted = scene.wires.filter(({ points }) =>
      points.some(([x, y], at) => at > 0 && x !== points[at - 1]?.[0] && y !== points[at - 1]?.[1]),
    )
    expect(slanted).toEqual([])
  })

  it('start below the port that they use, in the order of the ports', () => {
    const ports = ['Gi1', 'Gi2', 'Gi10']
    const scene = sceneOf(
      forestOf({
        nodes: [node('core', ports), node('z'), node('y'), node('x')],
        links: [link('core', 'x', 'Gi10'), link('core', 'y', 'Gi2'), link('core', 'z', 'Gi1')],
      }),
      new Map(),
    )
    const starts = scene.wires.map(({ points }) => points[0]?.[0] ?? 0)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(new Set(starts).size).toBe(3)
    expect(scene.boxes.map((box) => box.node.id)).toEqual(['core', 'z', 'y', 'x'])
  })

  it('that add redundancy bring their switches next to one another', () => {
    const ids = numbers(8).map((at) => `a${at}`)
    const forest = forestOf({
      nodes: [node('core'), ...ids.map((id) => node(id))],
      links: [...ids.map((id) => link('core', id)), link('a0', 'a7')],
    })
    const order = forest.trees[0]?.children.map((tree) => tree.node.id) ?? []
    expect(Math.abs(order.indexOf('a0') - order.indexOf('a7'))).toBe(1)
  })
})

describe('access points', () => {
  const ports = ['Gi1', 'Gi2', 'Gi3']
  const forest = forestOf({
    nodes: [
      node('core'),
      node('sw', ports),
      node('b'),
      node('ap-2', [], 'access-point'),
      node('ap-1', [], 'access-point'),
    ],
    links: [link('core', 'sw'), link('core', 'b'), link('sw', 'ap-2', 'Gi3'), link('sw', 'ap-1', 'Gi1')],
  })

  it('stand inside their switch, in the order of its ports, without overlap', () => {
    const scene = sceneOf(forest, new Map([['ap-1', 3]]))
    const [sw, one, two] = ['sw', 'ap-1', 'ap-2'].map((id) => boxOf(scene, id)) as [
      Scene['boxes'][number],
      Scene['boxes'][number],
      Scene['boxes'][number],
    ]
    for (const box of [one, two]) {
      expect([box.x > sw.x, box.x + box.width < sw.x + sw.width]).toEqual([true, true])
      expect([box.y > sw.y, box.y + box.height < sw.y + sw.height]).toEqual([true, true])
    }
    expect(one.y + one.height).toBeLessThan(two.y)
    expect(crossing(scene)).toEqual([])
  })

  it('move with their switch', () => {
    const scene = sceneOf(forest, new Map())
    const moved = arrange(
      scene,
      forest,
      new Map([
        ['sw', { x: 900, y: 40 }],
        ['ap-1', { x: 0, y: 0 }],
      ]),
    )
    expect(boxOf(moved, 'sw')).toMatchObject({ x: 900, y: 40 })
    expect(boxOf(moved, 'ap-1').x - 900).toBe(boxOf(scene, 'ap-1').x - boxOf(scene, 'sw').x)
    expect(crossing(moved)).toEqual([])
  })
})

describe('a switch that was moved', () => {
  it('takes everything below it along, and nothing else', () => {
    const forest = campus(3)
    const scene = sceneOf(forest, new Map())
    const id = forest.trees[0]?.children.find(({ children }) => children.length > 0)?.node.id ?? ''
    const before = boxOf(scene, id)
    const moved = arrange(scene, forest, new Map([[id, { x: before.x + 5000, y: before.y - 300 }]]))
    const shifted = moved.boxes.filter((box, at) => box.x !== scene.boxes[at]?.x)
    expect(shifted.length).toBeGreaterThan(1)
    expect(shifted.length).toBeLessThan(scene.boxes.length)
    for (const box of shifted) expect(box.x - boxOf(scene, box.node.id).x).toBe(5000)
    const { bounds } = moved
    for (const box of moved.boxes) {
      expect(box.x).toBeGreaterThanOrEqual(bounds.x)
      expect(box.y).toBeGreaterThanOrEqual(bounds.y)
      expect(box.x + box.width).toBeLessThanOrEqual(bounds.x + bounds.width)
      expect(box.y + box.height).toBeLessThanOrEqual(bounds.y + bounds.height)
    }
  })

  it('keeps its links connected to both ends', () => {
    const forest = forestOf({ nodes: [node('a'), node('b'), node('c')], links: [link('a', 'b'), link('a', 'c')] })
    const scene = arrange(sceneOf(forest, new Map()), forest, new Map([['b', { x: -400, y: 700 }]]))
    const touches = (id: string, [x = 0, y = 0]: readonly number[] = []) => {
      const box = boxOf(scene, id)
      return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
    }
    for (const {
      link: { a, b },
      points,
    } of scene.wires) {
      const ends = [points[0], points.at(-1)]
      expect(ends.some((end) => touches(a.node, end))).toBe(true)
      expect(ends.some((end) => touches(b.node, end))).toBe(true)
    }
    expect(crossing(scene)).toEqual([])
  })
})

it('lays out 500 switches with two uplinks each', () => {
  const scene = sceneOf(campus(99), new Map())
  expect(scene.boxes).toHaveLength(502)
  expect(crossing(scene)).toEqual([])
})
