import { expect, test } from 'vitest'
import { deviceReader } from '../testing/device.ts'
import { readUps } from './ups.ts'

test('reads battery, lines, ratings and alarms, and converts tenths', async () => {
  const ups = await readUps(
    deviceReader(`1.3.6.1.2.1.33.1.1.5.0|4|ups-1
1.3.6.1.2.1.33.1.1.6.0|4|
1.3.6.1.2.1.33.1.2.1.0|2|2
1.3.6.1.2.1.33.1.2.2.0|2|0
1.3.6.1.2.1.33.1.2.3.0|2|36
1.3.6.1.2.1.33.1.2.4.0|2|97
1.3.6.1.2.1.33.1.2.5.0|2|545
1.3.6.1.2.1.33.1.2.6.0|2|-12
1.3.6.1.2.1.33.1.2.7.0|2|28
1.3.6.1.2.1.33.1.3.3.1.2.1|2|499
1.3.6.1.2.1.33.1.3.3.1.3.1|2|231
1.3.6.1.2.1.33.1.3.3.1.4.1|2|21
1.3.6.1.2.1.33.1.4.1.0|2|3
1.3.6.1.2.1.33.1.4.2.0|2|500
1.3.6.1.2.1.33.1.4.4.1.2.1|2|230
1.3.6.1.2.1.33.1.4.4.1.3.1|2|18
1.3.6.1.2.1.33.1.4.4.1.4.1|2|410
1.3.6.1.2.1.33.1.4.4.1.5.1|2|27
1.3.6.1.2.1.33.1.6.2.1.2.1|6|1.3.6.1.2.1.33.1.6.3.2
1.3.6.1.2.1.33.1.6.2.1.2.2|6|1.3.6.1.4.1.99999.1.7
1.3.6.1.2.1.33.1.9.5.0|2|1500
1.3.6.1.2.1.33.1.9.6.0|2|0`),
    [],
  )
  expect(ups).toEqual({
    name: 'ups-1',
    ratedVoltAmperes: 1500,
    battery: {
      status: 'normal',
      secondsOnBattery: 0,
      minutesRemaining: 36,
      chargePercent: 97,
      volts: 54.5,
      amperes: -1.2,
      celsius: 28,
    },
    source: 'normal',
    input: [{ hertz: 49.9, volts: 231, amperes: 2.1 }],
    output: [{ hertz: 50, volts: 230, amperes: 1.8, watts: 410, loadPercent: 27 }],
    alarms: ['onBattery', '1.3.6.1.4.1.99999.1.7'],
  })
})

test('omits unknown values', async () => {
  const ups = await readUps(
    deviceReader(`1.3.6.1.2.1.33.1.2.1.0|2|9
1.3.6.1.2.1.33.1.2.3.0|2|-1
1.3.6.1.2.1.33.1.2.4.0|2|255`),
    [],
  )
  expect(ups).toEqual({ battery: {}, input: [], output: [], alarms: [] })
})
