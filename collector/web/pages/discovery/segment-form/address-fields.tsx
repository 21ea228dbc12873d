import { Box, Textarea, TextInput } from '@mantine/core'
import { errorBelow } from '../../../forms/error-below.ts'
import { cloudFields, hasAddresses, isCloud } from '../segments/types.ts'
import { readAddresses } from './lists.ts'
import { OfferedNetworks } from './offered-networks.tsx'
import classes from './segment-form.module.css'
import type { Form } from './values.ts'

/** Scan targets: addresses, a directory or a cloud account. */
export function AddressFields({ form }: { form: Form }) {
  const { type } = form.values
  if (hasAddresses(type)) return <Addresses form={form} />
  if (isCloud(type)) return <Cloud form={form} type={type} />
  return <Directory form={form} />
}

function Addresses({ form }: { form: Form }) {
  const allowNames = form.values.type === 'address-list'
  const read = readAddresses(form.values.addresses, allowNames)
  const { error: _, ...input } = form.getInputProps('addresses')
  return (
    <Box mb="sm">
      <Textarea
        label="Addresses"
        required
        autosize
        minRows={3}
        maxRows={12}
        classNames={{ input: 'mono' }}
        placeholder={allowNames ? '10.20.0.0/24\n10.20.4.7\nnas.example.org' : '10.20.0.0/24\n10.20.4.1-10.20.4.99'}
        description={
          allowNames
            ? 'Addresses, CIDR blocks, first-last ranges and DNS names, one per line.'
            : 'CIDR blocks and first-last ranges, one per line.'
        }
        error={errorBelow(form.errors, 'addresses')}
        inputContainer={(children) => (
          <>
            {children}
            <p role="status" className={`number ${classes['counted']}`}>
              {read && 'about' in read ? read.about : ''}
            </p>
          </>
        )}
        {...input}
      />
      <OfferedNetworks form={form} />
    </Box>
  )
}

function Directory({ form }: { form: Form }) {
  return (
    <>
      <TextInput
        label="Directory"
        description="ldaps://, or ldap:// with StartTLS. The connection is always encrypted."
        placeholder="ldaps://dc1.example.org"
        required
        mb="sm"
        {...form.getInputProps('directory.url')}
      />
      <TextInput
        label="Base DN"
        description="The directory subtree that contains the computers."
        placeholder="dc=example,dc=org"
        required
        mb="sm"
        {...form.getInputProps('directory.baseDn')}
      />
      <TextInput
        label="Filter"
        description="LDAP filter for computers. Empty: all enabled computers."
        placeholder="(operatingSystem=Windows*)"
        mb="sm"
        {...form.getInputProps('directory.filter')}
      />
      <Textarea
        label="CA certificate"
        description="PEM. Empty: the CA certificates of the Audit Service’s machine."
        mb="sm"
        autosize
        minRows={2}
        maxRows={6}
        classNames={{ input: 'mono' }}
        {...form.getInputProps('directory.caCertificate')}
      />
    </>
  )
}

function Cloud({ form, type }: { form: Form; type: keyof typeof cloudFields }) {
  const { field, label } = cloudFields[type]
  return (
    <>
      <TextInput label={label} required mb="sm" {...form.getInputProps(`cloud.${field}`)} />
      <TextInput
        label="Regions"
        description="Separated by commas. Empty: all regions of the account."
        placeholder="eu-central-1, eu-west-1"
        mb="sm"
        {...form.getInputProps('cloud.regions')}
        error={errorBelow(form.errors, 'cloud.regions')}
      />
    </>
  )
}
