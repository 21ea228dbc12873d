import { expect, it } from 'vitest'
import { pngScale } from './export-map.ts'
import { SvgPen } from './svg-pen.ts'

const bounds = { x: -10, y: 0, width: 200, height: 100 }
const widthOf = (text: string) => text.length * 6

it('writes names of devices as text, whatever they contain', () => {
  const pen = new SvgPen("'Inter', sans-serif", widthOf)
  const name = '<script>alert("1")</script>&\u0000\u001b\ud800'
  pen.text(name, { x: 0, y: 10, width: 1000, size: 12, colour: '#000' })
  const file = pen.toFile(bounds, '#fff')
  expect(file).toContain('>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;\ufffd</text>')
  expect(file).toContain('viewBox="-10 0 200 100"')
})

it('cuts a text to its width', () => {
  const pen = new SvgPen('Inter', widthOf)
  pen.text('a name that is too long', { x: 0, y: 0, width: 36, size: 12, colour: '#000' })
  expect(pen.toFile(bounds, '#fff')).toContain('>a nam…</text>')
})

it('makes a picture of two pixels a unit, and fewer for a map that would take too much memory', () => {
  expect(pngScale({ width: 1000, height: 800 })).toBe(2)
  const scale = pngScale({ width: 20_000, height: 12_000 })
  expect(20_000 * 12_000 * scale ** 2).toBeLessThanOrEqual(40_000_001)
  expect(pngScale({ width: 100_000, height: 10 }) * 100_000).toBe(16_000)
})
