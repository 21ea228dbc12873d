import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import type { Port } from '@rollcall/shared/api/device-history.ts'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { bitsPerSecond } from '../../../ui/amounts.ts'
import { Facts } from '../../../ui/facts.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { ConnectedDevices, nameOf } from './connected-devices.tsx'
import { LinkState } from './interfaces.tsx'
import { type Module, neighborOf, switchFrontOf } from './switch-front.ts'
import classes from './switch-front-view.module.css'

const shows = {
  state: ({ operStatus }: Port) => (operStatus === 'up' ? 'up' : ''),
  speed: ({ operStatus, speedBps }: Port) => (operStatus === 'up' ? shortSpeed(speedBps) : ''),
  vlan: ({ vlan, taggedVlans }: Port) => (taggedVlans ? `${vlan ?? ''}+` : String(vlan ?? '')),
  connected: ({ neighborsTotal }: Port) => (neighborsTotal > 0 ? String(neighborsTotal) : ''),
}
type Shown = keyof typeof shows
const labels: Record<Shown, string> = { state: 'State', speed: 'Speed', vlan: 'VLAN', connected: 'Connected' }

/** Formats a port speed as `1G` or `100M`, to fit a port. */
function shortSpeed(bps = 0): string {
  return (
    bitsPerSecond(bps)
      ?.replace(/ ([GMk])bit\/s$/, '$1')
      .toUpperCase() ?? ''
  )
}

/**
 * Front view of a switch. The facts of the selected port are shown below; the table has the same data. `given` is the
 * port of the address, selected at first.
 */
export function FrontView({ ports, given }: { ports: readonly Port[]; given: string | undefined }) {
  const modules = useMemo(() => switchFrontOf(ports), [ports])
  const [shown, setShown] = useState<Shown>('state')
  const [chosenName, setChosen] = useState(given)
  const first = modules[0]?.rows[0]?.[0]?.port
  const chosen = ports.find(({ name }) => name === chosenName)
  const front = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (given !== undefined) front.current?.scrollIntoView({ block: 'nearest' })
  }, [given])
  if (!first) return null

  const walk = (event: KeyboardEvent, port: Port) => {
    const next = neighborOf(modules, port, event.key)
    if (!next) return
    event.preventDefault()
    setChosen(next.name)
    const buttons = front.current?.querySelectorAll<HTMLButtonElement>('button') ?? []
    for (const button of buttons) if (button.dataset['port'] === next.name) button.focus()
  }
  return (
    <div className={classes['whole']}>
      <SegmentedControl
        aria-label="Show on ports"
        data={optionsOf(labels)}
        value={shown}
        onChange={(value) => setShown(value as Shown)}
      />
      <fieldset ref={front} aria-label="Front of the device" className={classes['front']}>
        {modules.map((module) => (
          <ModuleView
            key={module.label}
            module={module}
            shown={shown}
            chosen={chosenName}
            stop={chosenName ?? first.name}
            onChoose={setChosen}
            onKey={walk}
          />
        ))}
      </fieldset>
      <div role="status" className={classes['facts']}>
        {chosen ? <PortFacts port={chosen} /> : 'Select a port to see its connected devices.'}
      </div>
    </div>
  )
}

type ModuleProps = {
  module: Module
  shown: Shown
  chosen: string | undefined
  /** The port that receives focus by the Tab key. */
  stop: string
  onChoose: (name: string) => void
  onKey: (event: KeyboardEvent, port: Port) => void
}

function ModuleView({ module: { label, rows }, shown, chosen, stop, onChoose, onKey }: ModuleProps) {
  return (
    <div className={classes['module']}>
      <span className={classes['label']}>{label}</span>
      {rows.map((row) => (
        <div key={row[0]?.port.name} className={classes['row']}>
          {row.map(({ port, number }) => (
            <button
              key={`${port.index} ${port.name}`}
              type="button"
              className={classes['socket']}
              data-port={port.name}
              data-up={port.operStatus === 'up' || undefined}
              aria-pressed={port.name === chosen}
              tabIndex={port.name === stop ? 0 : -1}
              onClick={() => onChoose(port.name)}
              onKeyDown={(event) => onKey(event, port)}
            >
              <b aria-hidden>{number}</b>
              <span aria-hidden>{shows[shown](port)}</span>
              <VisuallyHidden>{inWords(port)}</VisuallyHidden>
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

function inWords({ name, operStatus, speedBps, vlan, neighbors, neighborsTotal }: Port): string {
  const [one] = neighbors
  const connected = neighborsTotal === 1 && one ? nameOf(one) : neighborsTotal > 1 && `${neighborsTotal} connected`
  const speed = operStatus === 'up' && bitsPerSecond(speedBps)
  return [name, operStatus ?? 'unknown state', speed, vlan && `VLAN ${vlan}`, connected].filter(Boolean).join(', ')
}

function PortFacts({ port }: { port: Port }) {
  return (
    <Facts
      facts={{
        Port: [port.name, port.alias].filter(Boolean).join(' · '),
        State: <LinkState state={port.operStatus} />,
        Speed: [bitsPerSecond(port.speedBps), port.duplex && `${port.duplex} duplex`].filter(Boolean).join(', '),
        VLAN: [port.vlan, port.taggedVlans && `tagged ${port.taggedVlans}`].filter(Boolean).join(', '),
        'Part of': port.aggregate,
        Connected: port.neighborsTotal > 0 && <ConnectedDevices port={port} shown={10} />,
      }}
    />
  )
}
