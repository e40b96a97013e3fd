/** Apart from `run-git`, so that a command that runs no git loads none of it. */
import { absoluteFolders } from '../platform/edit-file.ts';
import type { Environment } from '../platform/environment.ts';

/** Variables of the caller's that git may see: where programs and certificates are, and who logs in by ssh. */
const KEPT = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'XDG_CONFIG_HOME',
  'SSH_AUTH_SOCK',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

/** The environment of every git call: built from an allowlist, quiet, English, never asking anything. */
export function gitEnvironment(env: Environment): Readonly<Record<string, string>> {
  const built: Record<string, string> = {
    LC_ALL: 'C',
    TERM: 'dumb',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
  };
  for (const name of KEPT) {
    const value = env[name];
    if (value !== undefined) built[name] = name === 'PATH' ? absoluteFolders(value) : value;
  }
  return built;
}
