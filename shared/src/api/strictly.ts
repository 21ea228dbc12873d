import { z } from 'zod'

/**
 * The same schema, but an object of it, however deep, refuses a field that is not described. What a caller writes by hand
 * is to be kept or refused; only what agents of other versions send may have more, which is left out.
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
