/** The two programs that a run consists of, as files for Node to run. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface RunPrograms {
  readonly supervisor: string;
  readonly worker: string;
}

const here = dirname(fileURLToPath(import.meta.url));
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

export const SHIPPED_PROGRAMS: RunPrograms = {
  supervisor: join(here, '..', 'runtime', 'supervisor', `main.${extension}`),
  worker: join(here, '..', 'runtime', 'worker', `main.${extension}`),
};
