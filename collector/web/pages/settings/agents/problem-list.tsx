import { Text } from '@mantine/core'
import type { Agent } from '@rollcall/shared/api/agent.ts'
import { Link } from '@tanstack/react-router'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { useNow } from '../../../ui/now.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import classes from './agents.module.css'
import { type ProblemInWords, problemsInWords, upgradeInWords } from './problems.ts'

/** The problems of an agent, each with its details and advice. */
export function ProblemList({ agent }: { agent: Agent }) {
  const upgrade = upgradeInWords(agent)
  const problems = [...problemsInWords(agent, useNow()), ...(upgrade ? [upgrade] : [])]
  if (problems.length === 0) return null
  return (
    <>
      <ul className={classes['problems']} aria-label="Problems">
        {problems.map((problem) => (
          <Problem key={problem.title} {...problem} />
        ))}
      </ul>
      {agent.replacedBy !== null && (
        <Text size="sm" mb="md">
          <Link to="." search={(before) => ({ ...before, agent: agent.replacedBy ?? undefined })} resetScroll={false}>
            Open the agent that replaced it
          </Link>
        </Text>
      )}
    </>
  )
}

function Problem({ kind, title, details, advice, command }: ProblemInWords) {
  return (
    <li data-kind={kind}>
      <StateWord kind={kind}>
        <strong>{title}</strong>
      </StateWord>
      {details.length > 0 && (
        <ul className={classes['details']}>
          {details.map((line) => (
            <li key={line} className="wrap">
              {line}
            </li>
          ))}
        </ul>
      )}
      <Dimmed>{advice}</Dimmed>
      {command !== undefined && <Identifier value={command} label="command" />}
    </li>
  )
}
