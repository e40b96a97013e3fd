import { engineNamed } from '../../runtime/agents/list-agents.ts';
import { openMachine } from '../../runtime/agents/machine.ts';
import { tryAgent, type TryResult } from '../../runtime/agents/try-agent.ts';
import { shortIdOf } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import type { RunHandle } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { followRun } from '../follow-run.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function agentsTryCommand(call: CommandCall): Promise<number> {
  const [word = '', ...command] = call.words;
  const engine = engineNamed(word);
  const machine = await openMachine(call);
  const model = call.options.text('model');
  const tried = await tryAgent(machine, {
    engine,
    model,
    command,
    clock: call.clock,
    follow: async (handle) => follow(call, handle),
  });
  if (call.json) writeResult(call, tried);
  else writeSteps(call, tried);
  return tried.worked ? 0 : 1;
}

async function follow(call: CommandCall, handle: RunHandle): Promise<TryResult['view']> {
  const followed = await followRun(handle, { ...call, verbose: call.options.flag('verbose') });
  return followed.kind === 'left' ? null : followed.run;
}

function writeResult({ terminal, words }: CommandCall, tried: TryResult): void {
  const { steps, worked, hint, kept, view } = tried;
  const usage = view?.usage ?? null;
  writeJson(terminal, {
    engine: words[0],
    worked,
    steps,
    isolation: view?.isolation ?? null,
    credentials: view?.credentials ?? null,
    usage,
    failure: view?.failure ?? null,
    hint,
    kept,
  });
}

function writeSteps(call: CommandCall, { steps, worked, hint, kept, view }: TryResult): void {
  const page = openPage(call.terminal);
  page.table(
    [
      { title: 'step', text: ({ name }) => name },
      {
        title: 'ok',
        text: ({ ok }) => (ok === null ? '—' : ok ? 'yes' : 'no'),
        style: ({ ok }) => (ok === null ? null : ok ? 'good' : 'bad'),
      },
      { title: 'seen', text: ({ detail }) => detail, shrinkTo: 30 },
    ],
    steps,
  );
  page.line();
  if (worked) {
    page.line(`${call.words[0]} works here, unattended.`);
    return;
  }
  page.line(
    `${call.words[0]} does not work here yet.${hint === '' ? '' : ` ${oneLine(hint, 600)}`}`,
  );
  if (kept !== null && view !== null)
    page.line(
      `All of it is kept in ${kept}\nWhat it printed: ROUNDSMAN_STATE_DIR=${kept}/state roundsman -C ${kept}/repository logs ${shortIdOf(view.id)}`,
    );
}
