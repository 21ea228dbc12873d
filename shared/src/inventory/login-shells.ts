/** Shells that end at once, only stop the machine, or serve one program. */
const noShell = /\/(nologin|false|true|sync|halt|shutdown|git-shell)$/

/** Reports whether people can work in this shell of a Unix account. */
export const isLoginShell = (shell: string): boolean => !noShell.test(shell)
