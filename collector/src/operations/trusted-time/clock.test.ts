import { dayMs } from '@rollcall/shared/durations.ts'
import { expect, it } from 'vitest'
import { createTrustedClock } from './clock.ts'
import type { Machine } from './machine.ts'

const hourMs = 3_600_000
const start = Date.parse('2026-11-20T08:00:00.000Z')

/** Simulates a machine whose clocks a test moves. */
function testMachine(bootId: string | undefined = 'boot-1') {
  const at = { systemMs: start, uptimeMs: 10 * dayMs, monotonicMs: 0 }
  const machine: Machine = {
    name: 'collector-1',
    bootId,
    systemMs: () => at.systemMs,
    uptimeMs: () => at.uptimeMs,
    monotonicMs: () => at.monotonicMs,
  }
  return {
    machine,
    /** Lets time pass on all clocks. */
    pass(ms: number) {
      at.systemMs += ms
      at.uptimeMs += ms
      at.monotonicMs += ms
    },
    /** Suspends the machine: only its monotonic clock stops. */
    suspend(ms: number) {
      at.systemMs += ms
      at.uptimeMs += ms
    },
    setClock(byMs: number) {
      at.systemMs += byMs
    },
    reboot(afterMs: number) {
      at.systemMs += afterMs
      at.uptimeMs = 1_000
      at.monotonicMs = 0
      machine.bootId = 'boot-2'
    },
  }
}

const shown = (ms: number) => new Date(start + ms).toISOString()

it('follows the system clock while it agrees with the uptime', () => {
  const { machine, pass, setClock } = testMachine()
  const clock = createTrustedClock(machine)
  pass(90 * dayMs)
  setClock(2_000)
  expect(clock.now().toISOString()).toBe(shown(90 * dayMs + 2_000))
  expect(clock.leap()).toBeUndefined()
})

it.each([
  ['a year ahead', 365 * dayMs],
  ['a day ahead', dayMs],
  ['an hour behind', -hourMs],
  ['a year behind', -365 * dayMs],
])('counts on from the last trusted time when the clock leaps %s', (_, byMs) => {
  const { machine, pass, setClock } = testMachine()
  const clock = createTrustedClock(machine)
  pass(5_000)
  expect(clock.now().toISOString()).toBe(shown(5_000))
  setClock(byMs)
  expect(clock.now().toISOString()).toBe(shown(5_000))
  pass(hourMs)
  expect(clock.now().toISOString()).toBe(shown(5_000 + hourMs))
  expect(clock.leap()).toEqual({ offsetMs: byMs })
  setClock(-byMs)
  expect(clock.leap()).toBeUndefined()
  expect(clock.now().toISOString()).toBe(shown(5_000 + hourMs))
})

it('follows the clock after the machine was suspended for days', () => {
  const { machine, suspend } = testMachine()
  const clock = createTrustedClock(machine)
  suspend(4 * dayMs)
  expect(clock.leap()).toBeUndefined()
  expect(clock.now().toISOString()).toBe(shown(4 * dayMs))
})

it('follows the clock after a virtual machine was paused overnight', () => {
  const { machine, setClock } = testMachine()
  const clock = createTrustedClock(machine)
  setClock(10 * hourMs)
  expect(clock.leap()).toBeUndefined()
  expect(clock.now().toISOString()).toBe(shown(10 * hourMs))
})

it('never goes back when NTP sets the clock back by a minute', () => {
  const { machine, pass, setClock } = testMachine()
  const clock = createTrustedClock(machine)
  pass(5_000)
  clock.now()
  setClock(-60_000)
  expect(clock.now().toISOString()).toBe(shown(5_000))
  pass(2 * 60_000)
  expect(clock.now().toISOString()).toBe(shown(65_000))
})

it('follows the system clock after it is accepted, ahead or back', () => {
  const { machine, setClock } = testMachine()
  const clock = createTrustedClock(machine)
  setClock(365 * dayMs)
  clock.accept()
  expect([clock.now().toISOString(), clock.leap()]).toEqual([shown(365 * dayMs), undefined])
  setClock(-365 * dayMs)
  expect(clock.leap()).toEqual({ offsetMs: -365 * dayMs })
  clock.accept()
  expect([clock.now().toISOString(), clock.leap()]).toEqual([shown(0), undefined])
})

it('finds a leap across a restart within one boot by the uptime', () => {
  const { machine, pass, setClock } = testMachine()
  const record = createTrustedClock(machine).record()
  pass(60_000)
  setClock(dayMs)
  const clock = createTrustedClock(machine)
  clock.compareWith(record)
  expect(clock.leap()).toEqual({ offsetMs: dayMs })
  expect(clock.now().toISOString()).toBe(shown(60_000))
})

it('follows the clock when the collector was off for months and the machine on', () => {
  const { machine, pass } = testMachine()
  const record = createTrustedClock(machine).record()
  pass(90 * dayMs)
  const clock = createTrustedClock(machine)
  clock.compareWith(record)
  expect(clock.leap()).toBeUndefined()
  expect(clock.now().toISOString()).toBe(shown(90 * dayMs))
})

it.each([
  ['follows the clock after a machine was off for days', 5 * dayMs, undefined],
  ['finds a leap when a machine comes back a year later', 365 * dayMs, { offsetMs: 365 * dayMs }],
  ['finds a leap when a machine comes back before it went', -dayMs, { offsetMs: -dayMs }],
])('%s', (_, offMs, leap) => {
  const { machine, reboot } = testMachine()
  const record = createTrustedClock(machine).record()
  reboot(offMs)
  const clock = createTrustedClock(machine)
  clock.compareWith(record)
  expect(clock.leap()).toEqual(leap)
  expect(clock.now().toISOString()).toBe(shown(leap ? 0 : offMs))
})
