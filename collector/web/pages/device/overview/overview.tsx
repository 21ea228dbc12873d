import { Grid } from '@mantine/core'
import { useDevice } from '../use-device.ts'
import { CustomFields } from './custom-fields.tsx'
import { Identification } from './identification.tsx'
import { LastChanges } from './last-changes.tsx'
import { LastMatch } from './last-match.tsx'
import { OpenFindings } from './open-findings.tsx'
import { Summary } from './summary.tsx'

export function Overview() {
  const { deviceId, asOf, query } = useDevice()
  if (!query.data) return null
  return (
    <>
      {asOf === undefined && <OpenFindings device={query.data} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Summary device={query.data} />
          <CustomFields device={query.data} isPast={asOf !== undefined} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <LastChanges deviceId={deviceId} asOf={asOf} />
          {query.data.auditId && <Identification auditId={query.data.auditId} />}
          {asOf === undefined && <LastMatch deviceId={deviceId} />}
        </Grid.Col>
      </Grid>
    </>
  )
}
