/** Proposals of a run, a line each; one line for the items that stand above beside the places they are about. */
import { escapeMarkdown, inlineCode, plural } from '../domain/text.ts';
import type { ReportSource } from './contract.ts';
import { newsLines } from './finding-lines.ts';

type Told = ReportSource['proposals'][number];

export function proposalLines(source: ReportSource): readonly string[] {
  const { proposals, agentPart } = source;
  const above = [...newsLines(source), ...(agentPart ?? '').split('\n')];
  const places = above.filter((line) => /:\d+`/.test(line));
  const keys = new Set(places.flatMap((line) => line.match(/\bRM-\d+\b/g) ?? []));
  const isNamed = ({ state, summary }: Told): boolean =>
    state === 'held' && keys.has(/^RM-\d+(?= )/.exec(summary)?.[0] ?? '');
  const named = proposals.filter(isNamed);
  const [first] = named;
  const last = named.at(-1);
  if (first === undefined || last === undefined || first === last) return proposals.map(lineOf);
  return [
    `${inlineCode(first.id)} to ${inlineCode(last.id)} held: ${plural(named.length, 'item')} named above`,
    ...proposals.filter((one) => !isNamed(one)).map(lineOf),
  ];
}

function lineOf({ id, state, summary }: Told): string {
  return `${inlineCode(id)} ${state}: ${escapeMarkdown(summary)}`;
}
