/** Proposals of a run, a line each; one line for the items that the agent's report names beside the places they are about. */
import { escapeMarkdown, inlineCode, plural } from '../domain/text.ts';
import type { ReportSource } from './contract.ts';

type Told = ReportSource['proposals'][number];

export function proposalLines({
  proposals,
  agentPart,
}: Pick<ReportSource, 'proposals' | 'agentPart'>): readonly string[] {
  const places = (agentPart ?? '').split('\n').filter((line) => /:\d+`/.test(line));
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
