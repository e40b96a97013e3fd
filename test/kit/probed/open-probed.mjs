/** A workspace whose runs are done by supervisors and workers that die where the plan says. */
import { fileURLToPath } from 'node:url';

import { openWorkspace } from '../../../dist/app/open-workspace.js';
import { systemClock } from '../../../dist/platform/clock.js';

const program = (name) => fileURLToPath(new URL(`${name}.mjs`, import.meta.url));

export const programs = { supervisor: program('supervisor'), worker: program('worker') };

export async function openProbed(folder) {
  return openWorkspace({ folder, env: process.env, clock: systemClock, programs });
}
