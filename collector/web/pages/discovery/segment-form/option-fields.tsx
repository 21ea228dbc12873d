import { Checkbox, MultiSelect, NumberInput, TextInput } from '@mantine/core'
import { printTitles } from '@rollcall/shared/audit-reasons.ts'
import { errorBelow } from '../../../forms/error-below.ts'
import { optionsOf } from '../../../ui/options.ts'
import classes from './segment-form.module.css'
import type { Form } from './values.ts'

/** Scan options: probes, ports and limits. */
export function OptionFields({ form }: { form: Form }) {
  const { pingOnly, identifyBy } = form.values.scanOptions
  const hostTimeout = form.getInputProps('scanOptions.hostTimeoutMs')
  return (
    <fieldset className={classes['group']}>
      <legend>Scan options</legend>
      <Checkbox
        label="Only find hosts"
        description="Uses ping, ARP and connections to a few ports. Hosts are not audited."
        mb="sm"
        {...form.getInputProps('scanOptions.pingOnly', { type: 'checkbox' })}
      />
      {!pingOnly && (
        <>
          <Checkbox
            label="Detect versions and operating systems"
            description="Uses nmap, up to a minute per host. It sends data to open ports, except those of printers."
            mb="sm"
            {...form.getInputProps('scanOptions.osDetection', { type: 'checkbox' })}
          />
          <MultiSelect
            label="Identify hosts by"
            description="Protocols in which a host describes itself without a login."
            placeholder={identifyBy.length === 0 ? 'None' : ''}
            data={optionsOf(printTitles)}
            mb="sm"
            {...form.getInputProps('scanOptions.identifyBy')}
          />
          <TextInput
            label="TCP ports"
            description="Numbers and ranges. Empty: common ports."
            placeholder="22, 80, 443, 8000-8010"
            mb="sm"
            {...form.getInputProps('scanOptions.tcpPorts')}
            error={errorBelow(form.errors, 'scanOptions.tcpPorts')}
          />
          <TextInput
            label="SNMP ports"
            mb="sm"
            {...form.getInputProps('scanOptions.snmpPorts')}
            error={errorBelow(form.errors, 'scanOptions.snmpPorts')}
          />
          <NumberInput
            label="Host timeout (seconds)"
            description="For all probes of a host together. Results up to then are kept."
            min={1}
            max={600}
            mb="sm"
            {...hostTimeout}
            value={hostTimeout.value / 1000}
            onChange={(seconds) => hostTimeout.onChange(Math.round(Number(seconds) * 1000))}
          />
        </>
      )}
      <NumberInput
        label="Maximum packets per second"
        description="For host discovery. 10,000 are about 6 Mbit/s."
        min={1}
        max={1_000_000}
        thousandSeparator=","
        mb="sm"
        {...form.getInputProps('scanOptions.maxPacketsPerSecond')}
      />
    </fieldset>
  )
}
