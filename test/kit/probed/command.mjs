/** `run` by hand that dies where the plan says. Arguments: the folder, the routine. Prints how it went. */
import { loadRoutine } from '../../../dist/app/load-routine.js';
import { startRun } from '../../../dist/app/start-run.js';
import { probe } from './killing-probe.mjs';
import { openProbed } from './open-probed.mjs';

const [folder, id] = process.argv.slice(2);
const workspace = await openProbed(folder);
const loaded = await loadRoutine(workspace, { id, overrides: [] });
try {
  const handle = await startRun({ workspace, ...loaded, probe });
  const { state } = await handle.ended();
  console.log(`${handle.id} ${state}`);
} catch (thrown) {
  console.log(`refused ${thrown.reason}`);
}
