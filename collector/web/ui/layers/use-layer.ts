import { useRouter } from '@tanstack/react-router'
import { createContext, useContext, useEffect, useMemo, useRef } from 'react'
import type { Layer } from './unsaved.ts'

/** The drawer or dialog around a component; undefined on the page itself. */
export const LayerContext = createContext<Layer | undefined>(undefined)

/**
 * Makes Esc and Back close a drawer or dialog while it is open. Returns it for its content, and a function for a click
 * outside and its close button, which asks before unsaved input is lost.
 */
export function useLayer(opened: boolean, onClose: () => void): { layer: Layer; leave: () => void } {
  const { layers } = useRouter().options.context
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  const layer = useMemo<Layer>(() => ({ close: () => close.current(), index: undefined }), [])
  useEffect(() => (opened ? layers.open(layer) : undefined), [opened, layers, layer])
  return { layer, leave: () => layers.leave(layer) }
}

/** Asks before input that is not saved is lost. */
export function useUnsaved(isUnsaved: boolean): void {
  const { unsaved } = useRouter().options.context
  const layer = useContext(LayerContext)
  useEffect(() => (isUnsaved ? unsaved.guard({ layer }) : undefined), [isUnsaved, unsaved, layer])
}
