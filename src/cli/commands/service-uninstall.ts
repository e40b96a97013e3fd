import { planUninstall, uninstallService } from '../../daemon/service/install-service.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeCommands } from '../output/service-view.ts';
import { writeJson } from '../output/write-json.ts';

export async function serviceUninstallCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const plan = await planUninstall(workspace);
  const { service, commands } = plan;
  const { kind, name, file } = service;
  const dryRun = call.options.flag('dryRun');
  const outcome = dryRun ? null : await uninstallService(workspace, plan);
  if (call.json) {
    const leftToDo = outcome?.kind === 'to-be-told' ? outcome.commands : [];
    writeJson(call.terminal, { kind, name, file, commands, dryRun, leftToDo });
    return 0;
  }
  const page = openPage(call.terminal);
  if (outcome === null) {
    page.line(page.paint('strong', 'Would run:'));
    writeCommands(page, service.end);
    page.line(page.paint('strong', `Would remove ${file}`));
    if (service.afterwards.length > 0) page.line(page.paint('strong', 'Would run:'));
    writeCommands(page, service.afterwards);
    return 0;
  }
  page.line(`Removed ${file}`);
  if (outcome.kind === 'done') {
    page.line('Its daemon is ended. Active runs continue without it: roundsman runs');
  } else {
    page.line('The service manager is not on PATH. Where it is, run:');
    writeCommands(page, outcome.commands);
  }
  return 0;
}
