/** A worker that dies where the plan says. */
import { serveSteps } from '../../../dist/runtime/worker/serve-steps.js';
import { probe } from './killing-probe.mjs';

await serveSteps(probe);
