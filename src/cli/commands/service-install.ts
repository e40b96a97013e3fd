import { installService, planInstall } from '../../daemon/service/install-service.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeCommands } from '../output/service-view.ts';
import { writeJson } from '../output/write-json.ts';

export async function serviceInstallCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const plan = await planInstall(workspace);
  const { service, commands } = plan;
  const { kind, name, file, content, secretsFile, advice } = service;
  const dryRun = call.options.flag('dryRun');
  const outcome = dryRun ? null : await installService(workspace, plan);
  if (call.json) {
    const told = outcome === null || outcome.kind === 'done';
    const document = { kind, name, file, content, commands, secretsFile, advice };
    writeJson(call.terminal, { ...document, dryRun, leftToDo: told ? [] : commands });
    return 0;
  }
  const page = openPage(call.terminal);
  if (outcome === null) {
    page.line(page.paint('strong', `Would write ${file}:`));
    page.line();
    page.line(content);
    page.line(page.paint('strong', 'Would run:'));
    writeCommands(page, commands);
    return 0;
  }
  page.line(`Wrote ${file}`);
  if (outcome.kind === 'done') {
    page.line(`The daemon runs as ${name}. See it: roundsman status`);
  } else {
    page.line('The service manager is not on PATH. Where it is, run:');
    writeCommands(page, outcome.commands);
  }
  if (secretsFile !== null)
    page.line(`Secrets of routines (permissions.env), NAME=value a line: ${secretsFile}`);
  if (advice !== null) page.line(advice);
  return 0;
}
