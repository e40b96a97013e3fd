import type { Environment } from '../../platform/environment.ts';
import type { Terminal } from '../../platform/terminal.ts';
import { makeRedactor, type Redactor } from '../../words/redaction/redactor.ts';
import { secretsOfEnvironment } from '../../words/redaction/run-secrets.ts';

/**
 * A terminal that shows no secret: errors may quote what git or the system said, a remote's address with its password
 * among it. Results hold what was stored, which had none; of them only what is known here is replaced.
 */
export function withoutSecrets(terminal: Terminal, env: Environment): Terminal {
  let made: Redactor | null = null;
  const redactor = (): Redactor => (made ??= makeRedactor(secretsOfEnvironment(env)));
  return {
    ...terminal,
    get columns() {
      return terminal.columns;
    },
    out: (text) => terminal.out(redactor().known(text)),
    err: (text) => terminal.err(redactor().text(text)),
  };
}
