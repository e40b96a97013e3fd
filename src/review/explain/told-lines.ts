/** What a run was told, in some lines. Texts of it may be hostile: each is brought to one line. */
import { readBrief, type StoredBrief } from '../../context/read-brief.ts';
import type { StoredRun } from '../../store/ports.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { Routine } from '../../words/routine.ts';
import { toRunView } from '../../words/run-view.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

const PROMPT_LINES = 5;

/** Pairs of label and value. */
export type TellingLines = readonly (readonly [label: string, value: string])[];

export async function toldLines(workspace: Workspace, run: StoredRun): Promise<TellingLines> {
  const { spec } = run;
  const { routine, follows = null, inputs, item } = spec;
  const brief = await readBrief(workspace, toRunView(run)).catch(() => null);
  const given = Object.entries(inputs).map(
    ([name, value]) => `${name}=${oneLine(String(value), 100)}`,
  );
  return [
    ...pair('why', routine.intent === null ? '' : oneLine(routine.intent, 300)),
    ...promptLines(ownPrompt(routine) ?? brief?.content.prompt ?? ''),
    ...pair('facts', brief === null ? '' : factsWords(brief)),
    ...pair('context', brief === null ? '' : contextWords(brief)),
    ...pair('inputs', given.join(', ')),
    ...pair('item', item === null || item === undefined ? '' : item.key),
    ...pair(
      'after',
      follows === null
        ? ''
        : `run ${shortIdOf(follows.run)}${follows.comments === undefined ? '' : `, with the comments ${follows.comments.join(', ')}`}`,
    ),
    ...pair('wanted', oneLine(follows?.message ?? '', 300)),
    ...pair('brief', brief === null ? 'not kept any more' : brief.folder),
  ];
}

/** `null`: it stands in a file, or there is none. */
export function ownPrompt({ agent: { prompt } }: Routine): string | null {
  return prompt.kind === 'inline' ? prompt.text : null;
}

/** As the routine has it; else all that the agent was told begins with what every run is. */
function promptLines(prompt: string): TellingLines {
  const lines = prompt.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, PROMPT_LINES).map((line) => oneLine(line, 160));
  const more = lines.length - shown.length;
  return pair(
    'told',
    [...shown, ...(more > 0 ? [`… ${plural(more, 'more line')}`] : [])].join('\n'),
  );
}

function factsWords({ content }: StoredBrief): string {
  return Object.entries(content.facts)
    .map(([name, { coverage }]) => `${name}: ${coverage.found} of ${coverage.examined} looked at`)
    .join('; ');
}

function contextWords({ content }: StoredBrief): string {
  const { reports, findings, branches } = content.context;
  const parts = [
    [reports.length, 'earlier report'] as const,
    [findings.length, 'finding'] as const,
    [branches.length, 'open branch', 'open branches'] as const,
  ];
  return parts
    .flatMap(([count, one, many]) => (count === 0 ? [] : [plural(count, one, many)]))
    .join(', ');
}

function pair(label: string, value: string): TellingLines {
  return value === '' ? [] : [[label, value]];
}
