import { cleanText } from '@rollcall/shared/inventory/normalise.ts'

const textLengthMax = 300

/** A failure that a person can fix: the text becomes the task's error. */
export class CloudError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(cleanText(message, textLengthMax), options)
    this.name = 'CloudError'
  }
}
