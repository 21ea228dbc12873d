import { expect, it } from 'vitest'
import { deviceLine, deviceText } from './primitives.ts'

it('removes text-direction and invisible characters from device text', () => {
  expect(deviceText(50).parse('pc\u202e71\u2066-\u200f\u061c\u200b\ufeffx\u2028y')).toBe('pc71-x y')
})

it('keeps the lines of a description', () => {
  expect(deviceText(50).parse('IOS Software\nCompiled')).toBe('IOS Software\nCompiled')
})

it('puts a name on one line', () => {
  expect(deviceLine(50).parse('core\r\n\tswitch\u2029 1')).toBe('core switch  1')
})
