import { OperatorError } from '@rollcall/shared/errors.ts'
import { escapeXml } from './escape-xml.ts'

type Task = { description: string; command: readonly string[]; triggers: string; settings: string }

/** Returns the task of the hourly runs: two minutes after each start and then hourly at a random offset. */
export const runTaskText = (command: readonly string[]): string =>
  taskText({
    description: "Sends this machine's inventory to the collector.",
    command,
    triggers: `    <BootTrigger>
      <Delay>PT2M</Delay>
    </BootTrigger>
    <TimeTrigger>
      <Repetition>
        <Interval>PT1H</Interval>
      </Repetition>
      <StartBoundary>2020-01-01T00:00:00</StartBoundary>
      <RandomDelay>PT50M</RandomDelay>
    </TimeTrigger>`,
    settings: '    <ExecutionTimeLimit>PT10M</ExecutionTimeLimit>',
  })

/** Returns the task that runs the agent every five minutes, where its site asks for that. */
export const oftenTaskText = (command: readonly string[]): string =>
  taskText({
    description: "Sends this machine's inventory to the collector at the interval of its site.",
    command,
    triggers: `    <TimeTrigger>
      <Repetition>
        <Interval>PT5M</Interval>
      </Repetition>
      <StartBoundary>2020-01-01T00:00:00</StartBoundary>
    </TimeTrigger>`,
    settings: '    <ExecutionTimeLimit>PT10M</ExecutionTimeLimit>',
  })

/** Returns the task of the watch: from the start of Windows, without an end. */
export const watchTaskText = (command: readonly string[]): string =>
  taskText({
    description: 'Reports changes of the software to the collector within a minute.',
    command,
    triggers: '    <BootTrigger />',
    settings: `    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT5M</Interval>
      <Count>255</Count>
    </RestartOnFailure>`,
  })

/**
 * Returns a definition for the Task Scheduler (version 1.2 of its schema): as SYSTEM, one instance at a time, with low
 * priority.
 */
function taskText({ description, command, triggers, settings }: Task): string {
  const [program = '', ...args] = command
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Author>Rollcall</Author>
    <Description>${description}</Description>
  </RegistrationInfo>
  <Triggers>
${triggers}
  </Triggers>
  <Principals>
    <Principal id="System">
      <UserId>S-1-5-18</UserId>
      <RunLevel>HighestAvailable</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
${settings}
    <Priority>8</Priority>
  </Settings>
  <Actions Context="System">
    <Exec>
      <Command>${escapeXml(program)}</Command>
      <Arguments>${escapeXml(args.map(quoteArgument).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`
}

/** Quotes an argument by the rules of CommandLineToArgvW: backslashes are doubled only before a quotation mark. */
function quoteArgument(argument: string): string {
  if (/[\r\n\0]/.test(argument)) throw new OperatorError('a task cannot hold a path with a line break')
  if (argument !== '' && !/[\s"]/.test(argument)) return argument
  return `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`
}
