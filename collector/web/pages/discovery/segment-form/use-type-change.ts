import type { SegmentType } from '@rollcall/shared/api/segment.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { credentialsOptions } from '../../../api/catalogs.ts'
import { credentialKindsFor } from '../segments/types.ts'
import type { Form } from './values.ts'

/** Changes the segment type, removes credentials that the new type cannot use, and returns their names. */
export function useTypeChange(form: Form) {
  const { data } = useQuery(credentialsOptions)
  const [dropped, setDropped] = useState<readonly string[]>([])
  const changeType = (type: SegmentType) => {
    const kinds = credentialKindsFor(type)
    const unfit = data?.items.filter(({ id, kind }) => form.values.credentialIds.includes(id) && !kinds.includes(kind))
    const isUnfit = (id: string) => unfit?.some((each) => each.id === id) ?? false
    form.setValues({ type, credentialIds: form.values.credentialIds.filter((id) => !isUnfit(id)) })
    setDropped(unfit?.map(({ name }) => name) ?? [])
  }
  return { changeType, dropped }
}
