import { cleanText } from '@rollcall/shared/inventory/primitives.ts'

const textLengthMax = 300

/** What a person can do something about: the text goes into the task's error. */
export class CloudError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(cleanText(message, textLengthMax), options)
    this.name = 'CloudError'
  }
}
