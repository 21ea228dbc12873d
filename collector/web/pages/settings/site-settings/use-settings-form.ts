import { type UseFormReturnType, useForm } from '@mantine/form'
import type { PatchedSiteSettings, PatchSiteSettings, SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { changeShown } from '../../../api/change-shown.ts'
import { saveSiteSettings, siteSettingsOptions } from '../../../api/site-settings.ts'
import { withInput } from '../../../forms/changes.ts'
import { fieldErrors } from '../../../forms/field-errors.ts'

/** Parts of the settings, under the API's names, so that its errors find their fields. */
type Parts = { [Part in keyof SiteSettings]?: object }

export type SettingsFormState<V extends Parts> = {
  form: UseFormReturnType<V>
  saving: UseMutationResult<PatchedSiteSettings, Error, V>
  /** Takes the stored settings, and keeps the input. */
  takeNew: () => Promise<void>
}

/**
 * A form of some parts of the site's settings. Saving is refused (412) after somebody else's change of these parts.
 * Changes of other parts do not matter, though all share one ETag.
 */
export function useSettingsForm<V extends Parts>(
  opened: SiteSettings,
  valuesOf: (settings: SiteSettings) => V,
  patchOf: (values: V) => PatchSiteSettings,
): SettingsFormState<V> {
  const queryClient = useQueryClient()
  const form = useForm<V>({ initialValues: valuesOf(opened) })
  const read = () => queryClient.fetchQuery({ ...siteSettingsOptions, staleTime: 0 })
  const shown = useRef(opened)
  /** Reads the settings again. Returns their values with the input. */
  const reread = async () => {
    const before = valuesOf(shown.current)
    shown.current = (await read()).value
    const stored = valuesOf(shown.current)
    const values = withInput(before, form.getValues(), stored)
    form.setInitialValues(stored)
    return values
  }
  const saving = useMutation({
    mutationFn: (values: V) =>
      changeShown({
        read,
        shown: shown.current,
        edited: valuesOf,
        write: (ifMatch) => saveSiteSettings(patchOf(values), ifMatch),
      }),
    onSuccess: async () => {
      await reread()
      form.reset()
    },
    onError: (error) => form.setErrors(fieldErrors(error, form.getValues()).ofFields),
  })
  const takeNew = async () => {
    form.setValues(await reread())
    saving.reset()
  }
  return { form, saving, takeNew }
}

/** The patch of a form whose values the API takes as they are. */
export const unchanged = <V>(values: V): V => values
