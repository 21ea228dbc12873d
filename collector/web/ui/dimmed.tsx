import { Text, type TextProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/** Small grey text, such as a remark or that there is nothing to list. */
export const Dimmed = (text: TextProps & Omit<ComponentProps<'p'>, keyof TextProps>) => (
  <Text size="sm" c="dimmed" {...text} />
)
