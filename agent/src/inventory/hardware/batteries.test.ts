import { describe, expect, it } from 'vitest'
import { recordedHost } from '../../platform/testing/recorded-host.ts'
import { batteries } from './batteries.ts'
import { mergeHardware } from './merge.ts'

const supply = (name: string, values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([file, value]) => [`/sys/class/power_supply/${name}/${file}`, `${value}\n`]),
  )
const collect = async (files: Record<string, string>, onCut?: (what: string) => void) =>
  (await batteries.collect(recordedHost({ files }), onCut)).batteries

const byEnergy = {
  type: 'Battery',
  present: '1',
  manufacturer: 'SMP',
  model_name: 'DELL JHXPY53',
  serial_number: ' 2677',
  technology: 'Li-poly',
  cycle_count: '213',
  capacity: '87',
  energy_full_design: '57530000',
  energy_full: '48120000',
  voltage_min_design: '7600000',
}

describe('batteries', () => {
  it('reads a battery that reports energy', async () => {
    expect(await collect(supply('BAT0', byEnergy))).toEqual([
      {
        name: 'BAT0',
        manufacturer: 'SMP',
        model: 'DELL JHXPY53',
        serialNumber: '2677',
        chemistry: 'Li-poly',
        designMilliwattHours: 57_530,
        fullMilliwattHours: 48_120,
        cycles: 213,
        chargePercent: 87,
      },
    ])
  })

  it('multiplies charge and nominal voltage', async () => {
    const byCharge = {
      type: 'Battery',
      charge_full_design: '5100000',
      charge_full: '4200000',
      voltage_min_design: '11400000',
      voltage_now: '12600000',
    }
    expect(await collect(supply('BAT1', byCharge))).toEqual([
      { name: 'BAT1', designMilliwattHours: 58_140, fullMilliwattHours: 47_880 },
    ])
    const { voltage_min_design: _, ...withoutVoltage } = byCharge
    expect(await collect(supply('BAT1', withoutVoltage))).toEqual([{ name: 'BAT1' }])
  })

  it.each([
    ['a mains adapter', { type: 'Mains', online: '1' }],
    ['the battery of a mouse', { ...byEnergy, scope: 'Device' }],
    ['an uninterruptible power supply', { ...byEnergy, type: 'UPS' }],
    ['an empty bay', { ...byEnergy, present: '0' }],
    ['a folder without values', { uevent: '' }],
  ])('leaves out %s', async (_case, values) => {
    expect(await collect(supply('X', values))).toEqual([])
  })

  it('leaves out values that are none', async () => {
    const values = {
      type: 'Battery',
      technology: 'Unknown',
      cycle_count: '0',
      capacity: '255',
      energy_full_design: '-1',
      energy_full: '999999999999999',
      serial_number: ' ',
    }
    expect(await collect(supply('BAT0', values))).toEqual([{ name: 'BAT0' }])
  })

  it('stops after 64 power supplies, and reports it', async () => {
    const files = Object.assign(
      {},
      ...Array.from({ length: 70 }, (_, index) => supply(`BAT${index}`, { type: 'Battery' })),
    )
    const cuts: string[] = []
    expect(await collect(files, (what) => cuts.push(what))).toHaveLength(64)
    expect(cuts).toEqual(['stopped after 64 power supplies'])
  })
})

describe('batteries of several sources', () => {
  const firmware = { name: 'Sys. Battery Bay', model: 'DELL JHXPY53', serialNumber: '0A75', chemistry: 'LiP' }

  it('are completed by the battery with their model, and have no others', () => {
    const parts = [
      { batteries: [{ name: 'BAT0', model: 'DELL JHXPY53', chemistry: 'Li-poly' }] },
      { batteries: [firmware, { name: 'Second bay', model: 'other' }] },
    ]
    expect(mergeHardware(parts).batteries).toEqual([
      { name: 'BAT0', model: 'DELL JHXPY53', chemistry: 'Li-poly', serialNumber: '0A75' },
    ])
  })

  it('are not completed if two have the model', () => {
    const first = {
      batteries: [
        { name: 'BAT1', model: 'A' },
        { name: 'BAT0', model: 'A' },
      ],
    }
    expect(mergeHardware([first, { batteries: [{ ...firmware, model: 'A' }] }]).batteries).toEqual([
      { name: 'BAT0', model: 'A' },
      { name: 'BAT1', model: 'A' },
    ])
  })

  it('are those of the firmware only if no other source can tell', () => {
    expect(mergeHardware([{}, { batteries: [firmware] }]).batteries).toEqual([firmware])
    expect(mergeHardware([{ batteries: [] }, { batteries: [firmware] }]).batteries).toEqual([])
  })
})
