import type { CloudEndpoints } from '@rollcall/audit-service/cloud/endpoints.ts'
import { startAws } from './aws.ts'
import { startAzure } from './azure.ts'
import { awsAccount, azureSubscription, googleInstances, googleProject } from './fixtures.ts'
import { type GoogleCloud, startGoogle } from './google.ts'
import type { StandIn } from './stand-in.ts'

export type Clouds = {
  aws: StandIn
  google: GoogleCloud
  endpoints: CloudEndpoints
  /** Secrets for each cloud, in the form of a credential of its kind. */
  secrets: { aws: object; azure: object; 'google-cloud': object }
  stop: () => Promise<unknown>
}

/** The three clouds of the fixtures. */
export async function startClouds(): Promise<Clouds> {
  const aws = await startAws(awsAccount)
  const azure = await startAzure(azureSubscription)
  const google = await startGoogle(googleProject, googleInstances)
  const { tenantId, clientId, clientSecret } = azureSubscription
  return {
    aws,
    google,
    endpoints: {
      aws: `${aws.url}/{service}/{region}`,
      azureLogin: azure.url,
      azure: azure.url,
      googleToken: google.tokenUrl,
      google: google.url,
    },
    secrets: {
      aws: awsAccount.key,
      azure: { tenantId, clientId, clientSecret },
      'google-cloud': { serviceAccountKey: google.keyFile },
    },
    stop: () => Promise.all([aws, azure, google].map((each) => each.stop())),
  }
}
