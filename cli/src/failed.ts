/** Ends a command with exit code 1 after it has printed what there is to say. */
export class CommandFailed extends Error {}
