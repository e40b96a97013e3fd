/** Who types here. The command line alone asks; it hands the name in as the actor of the workspace that it opens. */
import { accountName, type Environment } from './environment.ts';

export function userName(env: Environment): string {
  const named = env['ROUNDSMAN_USER'] ?? env['USER'] ?? env['LOGNAME'];
  return named !== undefined && named !== '' ? named : accountName();
}
