/** A supervisor that dies where the plan says. */
import { fileURLToPath } from 'node:url';

import { serveRun } from '../../../dist/runtime/supervisor/serve-run.js';
import { probe } from './killing-probe.mjs';

const supervisor = fileURLToPath(import.meta.url);
const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));
await serveRun({ probe, programs: { supervisor, worker } });
