import { clientConfig, clientNames, type ClientConfig } from '../../mcp/client-config.ts';
import { platformFacts } from '../../platform/environment.ts';
import { findOnPath } from '../../platform/find-program.ts';
import { commandProgram } from '../../platform/package.ts';
import { standardStreams } from '../../platform/standard-input.ts';
import { AppError } from '../../words/errors.ts';
import { isRunId, type RunId } from '../../words/ids.ts';
import { closestWord, oneLine } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function mcpCommand(call: CommandCall): Promise<number> {
  const named = call.options.text('printConfig');
  if (named !== null || call.options.flag('printConfig')) return printConfig(call, named);
  const run = runOf(call.options.text('run'));
  const workspace = await openWorkspace(call);
  // Of the SDK and the schemas nothing is loaded before this.
  const { serveMcp } = await import('../../mcp/serve-mcp.ts');
  await serveMcp({ workspace, run, streams: standardStreams() });
  return 0;
}

function runOf(text: string | null): RunId | null {
  if (text === null || isRunId(text)) return text;
  throw new AppError('usage', {
    code: 'bad-run-id',
    message: `--run ${oneLine(text, 80)} is not a whole run id`,
    hint: 'It is given by the supervisor of a run; in a session of your own leave it out.',
  });
}

async function printConfig(call: CommandCall, named: string | null): Promise<number> {
  const argv = await serverArgv(call);
  const configs = clientsOf(named).map((client) => clientConfig(client, argv));
  if (call.json) {
    writeJson(call.terminal, configs);
    return 0;
  }
  const page = openPage(call.terminal);
  for (const [index, config] of configs.entries()) {
    if (index > 0) page.line();
    describe(page, config);
  }
  return 0;
}

function describe(page: ReturnType<typeof openPage>, config: ClientConfig): void {
  const { name, file, text, command } = config;
  page.line(`# ${name}: ${file}${command === null ? '' : `, or: ${command}`}`);
  for (const line of text.trimEnd().split('\n')) page.line(line);
}

function clientsOf(named: string | null): readonly ClientConfig['client'][] {
  if (named === null) return clientNames();
  if (clientNames().includes(named)) return [named];
  const nearest = closestWord(named, clientNames());
  throw new AppError('usage', {
    code: 'client-unknown',
    message: `--print-config ${oneLine(named, 80)}: nothing is known of that one`,
    hint: nearest === null ? `There are: ${clientNames().join(', ')}.` : `Did you mean ${nearest}?`,
  });
}

/** By its name where that is found; a program of the user's is started elsewhere, so else by whole paths. */
async function serverArgv({ env }: CommandCall): Promise<readonly string[]> {
  const found = await findOnPath('roundsman', env);
  return found.kind !== 'found'
    ? [platformFacts().execPath, commandProgram(), 'mcp']
    : ['roundsman', 'mcp'];
}
