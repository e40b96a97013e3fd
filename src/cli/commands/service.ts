import {
  planInstall,
  installService,
  planUninstall,
  uninstallService,
} from '../../daemon/service/install-service.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeCommands } from '../output/service-view.ts';
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
