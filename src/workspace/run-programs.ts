/** The two programs that a run consists of, as files for Node to run. */
import { packageFile } from '../platform/package.ts';

export interface RunPrograms {
  readonly supervisor: string;
  readonly worker: string;
}

export const SHIPPED_PROGRAMS: RunPrograms = {
  supervisor: packageFile('dist/runtime/supervisor/main.js'),
  worker: packageFile('dist/runtime/worker/main.js'),
};
