/** Proposals of a run, a line each; one line for the items that stand above beside the places they are about. */
import { escapeMarkdown, inlineCode, plural } from '../words/text.ts';
import type { ReportSource } from './contract.ts';
import { newsLines } from './finding-lines.ts';

/** Held ones that are named here: fewer where the report names others already. */
const MAX_HELD = 5;
const MAX_HELD_BESIDES = 1;

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
  if (first === undefined || last === undefined || first === last)
    return shortened(proposals, MAX_HELD);
  return [
    `${inlineCode(first.id)} to ${inlineCode(last.id)} held: ${plural(named.length, 'item')} named above`,
    ...shortened(
      proposals.filter((one) => !isNamed(one)),
      MAX_HELD_BESIDES,
    ),
  ];
}

/** Held ones wait in the inbox, where all of them are; what became of others is told of each. */
function shortened(proposals: readonly Told[], max: number): readonly string[] {
  const held = proposals.filter(({ state }) => state === 'held');
  const more = Math.max(0, held.length - max);
  const rest = new Set(held.slice(max));
  return [
    ...proposals.filter((one) => !rest.has(one)).map(lineOf),
    ...(more > 0 ? [`and ${more} more held: \`roundsman requests\``] : []),
  ];
}

function lineOf({ id, state, summary }: Told): string {
  return `${inlineCode(id)} ${state}: ${escapeMarkdown(summary)}`;
}
