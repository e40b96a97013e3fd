/** What included files hold is known to the run's redactor, and no branch may carry it. */
import { join } from 'node:path';

import { readUntrusted } from '../platform/read-untrusted.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import type { Secret } from '../words/redaction/secret.ts';
import { secretsInFile } from '../words/redaction/secrets-in-file.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { readWorktreeState } from './worktree-state.ts';

/** Larger ones are data. */
const MAX_BYTES = 262_144;

/** As they are in the user's checkout, where no agent can have changed them. */
export async function secretsOfIncluded(
  spec: RunSpec,
  paths: readonly string[],
): Promise<readonly Secret[]> {
  const found: Secret[] = [];
  for (const path of paths) {
    const read = await readUntrusted(join(spec.workspace.root, path), MAX_BYTES);
    if (read.kind === 'content')
      found.push(...secretsInFile(path, new TextDecoder().decode(read.bytes)));
  }
  return found;
}

/** For a process that did not prepare the run itself. Nothing when that cannot be found out. */
export async function secretsLeftBehind(spec: RunSpec): Promise<readonly Secret[]> {
  try {
    const state = await readWorktreeState(runPaths(spec.workspace.stateDir, spec.id));
    return await secretsOfIncluded(spec, state?.prepared.included ?? []);
  } catch {
    // Its record is torn: the step that needs it says so.
    return [];
  }
}
