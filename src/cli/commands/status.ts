import { allPresences, readStatus } from '../../daemon/read-status.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { presenceDocument, statusDocument } from '../output/status-document.ts';
import { writeJson } from '../output/write-json.ts';
import { writePresences, writeStatus } from '../output/write-status.ts';

/** Exit code 0 also when none runs: that is an answer, and `running` says it. */
export async function statusCommand(call: CommandCall): Promise<number> {
  const now = call.clock.now();
  if (call.options.flag('all')) {
    const presences = await allPresences(call.env);
    if (call.json) writeJson(call.terminal, presences.map(presenceDocument));
    else writePresences(openPage(call.terminal), presences, now);
    return 0;
  }
  const workspace = await openWorkspace(call);
  const status = await readStatus(workspace);
  const { location } = workspace;
  if (call.json) writeJson(call.terminal, statusDocument(location, status));
  else writeStatus(openPage(call.terminal), status, { location, now });
  return 0;
}
