import { Text } from '@mantine/core'
import type { SnapshotStorageTest, StorageStep } from '@rollcall/shared/api/snapshot-storage.ts'
import { IconCircleCheck, IconCircleDashed, IconCircleDotted, IconCircleX } from '@tabler/icons-react'
import { problemsInWords, stepsInWords } from './problems.ts'
import classes from './storage-test.module.css'

const outcomes = {
  passed: { Icon: IconCircleCheck, label: 'Passed' },
  failed: { Icon: IconCircleX, label: 'Failed' },
  skipped: { Icon: IconCircleDashed, label: 'Skipped' },
} as const

const steps = Object.keys(stepsInWords) as StorageStep[]

/** The steps of a storage test with their results; without a result the test is running. */
export function StorageTest({ result }: { result: SnapshotStorageTest | undefined }) {
  return (
    <div role="status" className={classes['test']}>
      <Text size="sm" fw={600}>
        {!result
          ? 'Testing…'
          : result.ok
            ? 'The storage works. A test object was written, read and deleted.'
            : 'The storage does not work'}
      </Text>
      <ol className={classes['steps']}>
        {steps.map((step) => {
          const outcome = result?.steps.find((each) => each.step === step)?.outcome
          const shown = outcome && outcomes[outcome]
          return (
            <li key={step} data-outcome={outcome}>
              {shown ? <shown.Icon size={17} aria-label={shown.label} /> : <IconCircleDotted size={17} aria-hidden />}
              {stepsInWords[step]}
            </li>
          )
        })}
      </ol>
      {result?.problem && (
        <Text size="sm" className="wrap">
          {problemsInWords[result.problem]} {result.detail}
        </Text>
      )}
    </div>
  )
}
