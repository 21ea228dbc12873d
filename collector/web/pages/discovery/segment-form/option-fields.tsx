import { Checkbox, NumberInput, TextInput } from '@mantine/core'
import { errorBelow } from '../../../forms/error-below.ts'
import classes from './segment-form.module.css'
import type { Form } from './values.ts'

/** How hosts are asked, and how gently. */
export function OptionFields({ form }: { form: Form }) {
  const { pingOnly } = form.values.scanOptions
  const hostTimeout = form.getInputProps('scanOptions.hostTimeoutMs')
  return (
    <fieldset className={classes['group']}>
      <legend>How it is scanned</legend>
      <Checkbox
        label="Only find hosts"
        description="By ping, ARP and connections to a few ports. No host is asked what it is."
        mb="sm"
        {...form.getInputProps('scanOptions.pingOnly', { type: 'checkbox' })}
      />
      {!pingOnly && (
        <>
          <Checkbox
            label="Ask open ports for versions"
            description="By nmap, which also guesses the system. It takes up to a minute a host and sends data to open ports, those of printers excepted."
            mb="sm"
            {...form.getInputProps('scanOptions.osDetection', { type: 'checkbox' })}
          />
          <TextInput
            label="TCP ports"
            description="Numbers and ranges; without any, a list of common ones."
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
            label="Seconds a host may take"
            description="All that is asked of it together. What was found until then is kept."
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
        label="Packets a second, at most"
        description="Of the search for hosts. 10,000 are some 6 Mbit/s."
        min={1}
        max={1_000_000}
        thousandSeparator=","
        mb="sm"
        {...form.getInputProps('scanOptions.maxPacketsPerSecond')}
      />
    </fieldset>
  )
}
