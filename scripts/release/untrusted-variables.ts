import type { PartName } from './package-contents.ts'

/**
 * Variables of an environment by which Node or the C library loads code, reads or writes files, or accepts any
 * certificate. A user's environment must not do that to a command of root, which sudo may give it.
 */
const forEveryPart = [
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_PRESERVE_SYMLINKS',
  'NODE_PRESERVE_SYMLINKS_MAIN',
  'NODE_COMPILE_CACHE',
  'NODE_COMPILE_CACHE_PORTABLE',
  'NODE_DISABLE_COMPILE_CACHE',
  'NODE_ICU_DATA',
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  'NODE_UNIQUE_ID',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_V8_COVERAGE',
  'NODE_REDIRECT_WARNINGS',
  'NODE_REPL_EXTERNAL_MODULE',
  'NODE_REPL_HISTORY',
  'NODE_NO_WARNINGS',
  'NODE_PENDING_DEPRECATION',
  'NODE_PENDING_PIPE_INSTANCES',
  'NODE_SKIP_PLATFORM_CHECK',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_USE_ENV_PROXY',
  'OPENSSL_CONF',
  'OPENSSL_CONF_INCLUDE',
  'OPENSSL_ENGINES',
  'OPENSSL_MODULES',
  'LD_AUDIT',
  'LD_LIBRARY_PATH',
  'LD_PRELOAD',
  'GCONV_PATH',
  'GLIBC_TUNABLES',
]

/** The agent trusts only the CA of its collector. An operator of a collector may add CAs of issuers and mail servers. */
const forAgents = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'SSL_CERT_DIR', 'SSL_CERT_FILE']

/** Returns the variables that the command line of a part removes before it starts Node. */
export const untrustedVariables = (part: PartName): readonly string[] =>
  part === 'agent' ? [...forEveryPart, ...forAgents] : forEveryPart
