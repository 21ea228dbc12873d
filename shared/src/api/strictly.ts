import { z } from 'zod'

/**
 * Returns the schema with every object, however deep, refusing undescribed fields. A caller's unknown fields are
 * refused instead of silently dropped; only agents of other versions may send extra fields, which are dropped.
 */
export const strictly = <T extends z.ZodType>(schema: T): T => strict(schema) as T

function strict(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => [name, strict(field)])
    return schema.clone({ ...schema.def, shape: Object.fromEntries(fields), catchall: z.never() }, { parent: true })
  }
  if (schema instanceof z.ZodArray) {
    return schema.clone({ ...schema.def, element: strict(schema.element) }, { parent: true })
  }
  if (schema instanceof z.ZodOptional) {
    return schema.clone({ ...schema.def, innerType: strict(schema.unwrap()) }, { parent: true })
  }
  if (schema instanceof z.ZodDefault) {
    return schema.clone({ ...schema.def, innerType: strict(schema.unwrap()) }, { parent: true })
  }
  return schema
}
