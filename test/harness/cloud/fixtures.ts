import type { AwsAccount } from './aws.ts'
import type { AzureSubscription } from './azure.ts'
import type { GoogleInstance } from './google.ts'

const awsDefaults = { type: 't3.micro', state: 'running' } as const

/** Two regions with more than a page, one that is closed to the key; the same private address in two networks. */
export const awsAccount: AwsAccount = {
  id: '123456789012',
  key: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  regions: {
    'eu-central-1': [
      {
        ...awsDefaults,
        id: 'i-0000000000000001a',
        name: 'web1',
        zone: 'eu-central-1a',
        mac: '02:aa:00:00:00:01',
        privateAddress: '10.0.0.5',
        publicAddress: '18.184.0.5',
      },
      {
        ...awsDefaults,
        id: 'i-0000000000000002a',
        name: 'batch',
        state: 'stopped',
        zone: 'eu-central-1b',
        mac: '02:aa:00:00:00:02',
        privateAddress: '10.0.0.6',
      },
      {
        ...awsDefaults,
        id: 'i-0000000000000003a',
        name: 'gone',
        state: 'terminated',
        zone: 'eu-central-1a',
        mac: '02:aa:00:00:00:03',
        privateAddress: '10.0.0.7',
      },
    ],
    'us-east-1': [
      {
        ...awsDefaults,
        id: 'i-0000000000000004a',
        name: 'web2',
        zone: 'us-east-1a',
        mac: '02:aa:00:00:00:04',
        privateAddress: '10.0.0.5',
      },
    ],
    'ap-south-2': null,
  },
}

const azureMachine = (number: number, location: string) => ({
  vmId: `b3f1c2d4-0a1b-4c2d-8e3f-00112233440${number}`,
  name: `azure${number}`,
  location,
  size: 'Standard_B1s',
  mac: `00-0D-3A-00-00-0${number}`,
  privateAddress: `10.1.0.${number}`,
})

export const azureSubscription: AzureSubscription = {
  id: '0b1f6471-1bf0-4dda-aec3-cb9272f09590',
  tenantId: 'example.org',
  clientId: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90',
  clientSecret: 'an-azure-client-secret',
  machines: [
    { ...azureMachine(1, 'westeurope'), publicAddress: '20.50.0.1' },
    azureMachine(2, 'westeurope'),
    azureMachine(3, 'eastus'),
  ],
}

const googleInstance = (number: number, zone: string) => ({
  id: `123456789012345678${number}`,
  name: `google${number}`,
  status: 'RUNNING' as const,
  zone,
  machineType: 'e2-small',
  privateAddress: `10.2.0.${number}`,
})

export const googleProject = 'example-project'

export const googleInstances: readonly GoogleInstance[] = [
  { ...googleInstance(1, 'europe-west1-b'), publicAddress: '34.76.0.1' },
  { ...googleInstance(2, 'europe-west1-c'), status: 'TERMINATED' },
  googleInstance(3, 'us-central1-a'),
]
