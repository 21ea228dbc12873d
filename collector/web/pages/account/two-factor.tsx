import { Button, Group } from '@mantine/core'
import type { TwoFactorSetUp } from '@rollcall/shared/api/sign-in.ts'
import { useState } from 'react'
import { disableTwoFactor, newBackupCodes, setUpTwoFactor } from '../../api/me.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { SecretOnce } from '../../forms/secret-once.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Section } from '../../ui/section.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import classes from './account.module.css'
import { ConfirmCode } from './confirm-code.tsx'
import { WithPassword } from './with-password.tsx'

type Step = 'on' | 'off' | 'codes' | undefined

/** Turns two-factor authentication on and off, and renews the backup codes. */
export function TwoFactor({ isOn }: { isOn: boolean }) {
  const refresh = useRefresh('me')
  const [step, setStep] = useState<Step>()
  const [setUp, setSetUp] = useState<TwoFactorSetUp>()
  const [codes, setCodes] = useState<string[]>()
  const close = () => setStep(undefined)
  const confirmed = async () => {
    setCodes(setUp?.backupCodes)
    setSetUp(undefined)
    await refresh()
  }
  return (
    <Section
      title="Two-factor authentication"
      aside={<StateWord kind={isOn ? 'good' : 'off'}>{isOn ? 'On' : 'Off'}</StateWord>}
    >
      <Dimmed mb="sm">After the password, sign-in asks for a code from your authenticator app.</Dimmed>
      {isOn ? (
        <Group gap="xs">
          <Button variant="default" onClick={() => setStep('codes')}>
            New backup codes
          </Button>
          <Button variant="default" onClick={() => setStep('off')}>
            Turn off
          </Button>
        </Group>
      ) : (
        <Button variant="default" onClick={() => setStep('on')}>
          Turn on
        </Button>
      )}
      {step === 'on' && (
        <WithPassword
          title="Turn on two-factor authentication"
          action="Continue"
          run={async (password) => setSetUp(await setUpTwoFactor(password))}
          onClose={close}
        />
      )}
      {step === 'off' && (
        <WithPassword
          title="Turn off two-factor authentication"
          action="Turn off"
          run={(password) => disableTwoFactor(password).then(refresh)}
          onClose={close}
        />
      )}
      {step === 'codes' && (
        <WithPassword
          title="New backup codes"
          action="Generate new codes"
          run={async (password) => setCodes((await newBackupCodes(password)).backupCodes)}
          onClose={close}
        />
      )}
      {setUp && <ConfirmCode setUp={setUp} onDone={confirmed} onClose={() => setSetUp(undefined)} />}
      {codes && <BackupCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Section>
  )
}

/** Shows new backup codes, each valid once. */
function BackupCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <SecretOnce title="Backup codes" label="All codes" secret={codes.join(' ')} onClose={onClose}>
      Each code replaces an authenticator code once. Earlier backup codes no longer work.
      <ul className={classes['codes']} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
    </SecretOnce>
  )
}
