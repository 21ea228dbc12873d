import type { MapPositions } from '@rollcall/shared/api/map-positions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { movePositions, positionsOptions, resetPositions } from '../../api/topology.ts'
import { useMay } from '../../api/use-may.ts'
import { notifyDone } from '../../ui/notify-done.tsx'
import { notifyFailure } from '../../ui/use-action.ts'
import type { Position, Positions } from './scene.ts'

/** Moves are saved after a pause, so that dragging sends one request. */
const pauseMs = 400

/** The saved positions of nodes, with the moves that are not saved yet. */
export function usePositions() {
  const mayEdit = useMay('EditInventory')
  const client = useQueryClient()
  const saved = useQuery(positionsOptions)
  const [moves, setMoves] = useState<MapPositions['positions']>({})
  const unsaved = useRef<MapPositions['positions']>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = () => {
    const positions = unsaved.current
    unsaved.current = {}
    if (Object.keys(positions).length === 0) return
    const drop = () =>
      setMoves((before) => Object.fromEntries(Object.entries(before).filter(([id, at]) => positions[id] !== at)))
    movePositions(positions).then(
      (all) => {
        client.setQueryData(positionsOptions.queryKey, all)
        drop()
      },
      (error: unknown) => {
        drop()
        notifyFailure('The positions were not saved', error)
      },
    )
  }
  const latestSave = useRef(save)
  latestSave.current = save
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      latestSave.current()
    },
    [],
  )

  const move = (id: string, { x, y }: Position) => {
    const position = { x: Math.round(x), y: Math.round(y) }
    unsaved.current = { ...unsaved.current, [id]: position }
    setMoves((before) => ({ ...before, [id]: position }))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latestSave.current(), pauseMs)
  }
  const reset = async () => {
    clearTimeout(timer.current)
    unsaved.current = {}
    await resetPositions()
    const before = { ...saved.data?.positions, ...moves }
    setMoves({})
    client.setQueryData(positionsOptions.queryKey, { positions: {} })
    notifyDone('All positions were reset.', async () =>
      client.setQueryData(positionsOptions.queryKey, await movePositions(before)),
    )
  }
  const positions: Positions = useMemo(
    () => new Map(Object.entries({ ...saved.data?.positions, ...moves })),
    [saved.data, moves],
  )
  return { positions, isLoaded: !saved.isPending, move: mayEdit ? move : undefined, reset: mayEdit ? reset : undefined }
}
