import { Title } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { counted } from '../../ui/amounts.ts'
import { DeviceLink } from '../../ui/device-link.tsx'
import { Endpoints } from './endpoints.tsx'
import { endsAt, type Forest, nameOf } from './forest.ts'
import classes from './map.module.css'
import { NodeTypeIcon } from './map-icons.tsx'
import type { Tree } from './tree.ts'
import { capacity, confidenceText } from './words.ts'

const noForest: Forest = { trees: [], others: [], isolated: [] }

/** The map as text: each switch below the one that leads to the core. */
export function TreeList({ forest, names }: { forest: Forest; names: ReadonlyMap<string, string> }) {
  // Hundreds of switches are rendered in short steps, which do not block the page.
  const { trees, others, isolated } = useDeferredValue(forest, noForest)
  return (
    <>
      <ul className={classes['tree']} aria-label="Switches">
        {trees.map((tree) => (
          <Branch key={tree.node.id} tree={tree} />
        ))}
      </ul>
      {others.length > 0 && (
        <section aria-label="Other links">
          <Title order={2} mt="lg" mb={4}>
            Other links
          </Title>
          <ul className={classes['tree']}>
            {others.map(({ a, b, ...link }) => (
              <li key={JSON.stringify([a, b])} className={classes['item']}>
                {names.get(a.node)} {a.port} to {names.get(b.node)} {b.port}{' '}
                <span className={classes['aside']}>
                  {[capacity(link), confidenceText(link)].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isolated.length > 0 && (
        <section aria-label="Without links">
          <Title order={2} mt="lg" mb={4}>
            Without links
          </Title>
          <ul className={classes['tree']}>
            {isolated.map((node) => (
              <Branch key={node.id} tree={{ node, up: undefined, children: [], size: 1 }} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** A branch of plain elements: with hundreds of switches, library components would block the page for too long. */
function Branch({ tree: { node, up, children } }: { tree: Tree }) {
  const [isOpen, setOpen] = useState(false)
  const ends = up && endsAt(up, node.id)
  const name = nameOf(node)
  return (
    <li className={classes['item']}>
      <div className={classes['line']}>
        <NodeTypeIcon node={node} />
        {node.device ? (
          <DeviceLink id={node.device.id} name={name} tab="network" className="wrap" />
        ) : (
          <span className="wrap">{name}</span>
        )}
        {up && (
          <span className={`wrap ${classes['aside']}`}>
            {[ends?.own.port, ends?.far.port && `to ${ends.far.port}`, capacity(up), confidenceText(up)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
        {node.endpoints > 0 && (
          <button
            type="button"
            className={classes['unfold']}
            aria-expanded={isOpen}
            aria-label={`${counted(node.endpoints, 'endpoint')} at ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {counted(node.endpoints, 'endpoint')}
          </button>
        )}
      </div>
      {isOpen && (
        <div className={classes['hanging']}>
          <Endpoints node={node.id} name={name} />
        </div>
      )}
      {children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Branch key={child.node.id} tree={child} />
          ))}
        </ul>
      )}
    </li>
  )
}
