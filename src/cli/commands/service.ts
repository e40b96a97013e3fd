import { planInstall } from '../../daemon/service/install-service.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function serviceCommand(call: CommandCall): Promise<number> {
  const { service, installed, current } = await planInstall(await openWorkspace(call));
  const { kind, name, file } = service;
  if (call.json) {
    writeJson(call.terminal, { kind, name, file, installed: installed !== null, current });
    return 0;
  }
  const page = openPage(call.terminal);
  if (installed === null) {
    page.line('Not installed. See what would be: roundsman service install --dry-run');
    return 0;
  }
  page.fields([
    ['service', name],
    ['file', file],
  ]);
  if (!current) page.line('It differs from what would be written now: roundsman service install');
  page.line('What it does: roundsman status');
  return 0;
}
