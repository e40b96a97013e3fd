/** The text of a pull request: what the agent wrote, and what is known of the run that made it. The two never mix. */
import type { FindingLine } from '../../engines/agent-contract.ts';
import { inertMarkdown } from '../../forges/forge-text.ts';
import { keptApart } from '../../reports/keep-apart.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { Item } from '../../words/item.ts';
import type { ForgePlace } from '../../words/pull-request.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { RunProgress } from '../../words/run.ts';
import { escapeMarkdown, inlineCode, plural } from '../../words/text.ts';

export interface BodyRequest {
  readonly spec: Pick<RunSpec, 'id' | 'routine'> & Partial<Pick<RunSpec, 'slot' | 'attempt'>>;
  readonly progress: RunProgress;
  /** Of the agent; empty: it said nothing. */
  readonly said: string;
  readonly findings: readonly Pick<FindingLine, 'title' | 'severity' | 'path' | 'line'>[];
  readonly item: Pick<Item, 'key' | 'title' | 'tracker'> | null;
  /** Whether merging is to close the issue that the item is tied to. */
  readonly fixes: boolean;
  readonly forge: Pick<ForgePlace, 'via' | 'repository'>;
}

const MOST_FINDINGS = 20;
/** Forges take 65 536 characters; people around it want some, too. */
const MOST = 40_000;

export function composeBody(request: BodyRequest): string {
  const { said, item, fixes, forge } = request;
  const issue = item === null || !fixes ? null : issueOf(item, forge);
  const ours = [
    // The one line that does something: we wrote it, and the item is tied to that issue.
    issue === null ? '' : `Fixes #${issue}`,
    findingsPart(request),
    howPart(request),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const theirs = cut(inertMarkdown(said).trim(), MOST - ours.length);
  return theirs === '' ? ours : `${keptApart(theirs)}\n\n${ours}`;
}

/** What is known of the run is never what is left out. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, Math.max(0, most))}\n\n… and more, which is in the report of the run.`;
}

/** Of the same repository alone: elsewhere the number is another issue's. */
export function issueOf(
  { tracker }: Pick<Item, 'tracker'>,
  { via, repository }: Pick<ForgePlace, 'via' | 'repository'>,
): number | null {
  if (tracker === undefined || tracker.connection !== via) return null;
  return tracker.repository.toLowerCase() === repository.toLowerCase() ? tracker.number : null;
}

function findingsPart({ findings, progress }: BodyRequest): string {
  if (findings.length === 0) return '';
  const { findings: counts } = progress;
  const told =
    counts === null
      ? plural(findings.length, 'finding')
      : `${plural(findings.length, 'finding')}, ${counts.new} new`;
  const lines = findings.slice(0, MOST_FINDINGS).map(({ title, severity, path, line }) => {
    const place =
      path === undefined ? '' : ` (${inlineCode(line === undefined ? path : `${path}:${line}`)})`;
    return `- ${severity}: ${inertMarkdown(escapeMarkdown(title))}${place}`;
  });
  const more = findings.length - lines.length;
  return [
    `### What the run found: ${told}`,
    '',
    ...lines,
    ...(more > 0 ? [`- … and ${more} more`] : []),
  ].join('\n');
}

function howPart({ spec, progress, item }: BodyRequest): string {
  const { id, routine, slot, attempt = 1 } = spec;
  const { base, baseRef, isolation, checks, diffstat, notices } = progress;
  const rows: readonly (readonly [string, string | null])[] = [
    [
      'Routine',
      `${inlineCode(routine.id)}${routine.intent === null ? '' : `: ${inert(routine.intent)}`}`,
    ],
    [
      'Run',
      `${inlineCode(shortIdOf(id))}${attempt > 1 ? `, attempt ${attempt}` : ''}${slot === undefined ? '' : `, begun by ${slot.trigger} for ${inlineCode(slot.key)}`}`,
    ],
    ['Engine', inlineCode(routine.agent.engine)],
    ['Worked in', isolation],
    [
      'Began from',
      base === null ? null : `${inlineCode(baseRef ?? '')} at ${inlineCode(base.slice(0, 10))}`,
    ],
    [
      'Changes',
      diffstat === null
        ? null
        : `${plural(diffstat.files, 'file')}, +${diffstat.insertions} -${diffstat.deletions}`,
    ],
    ['Checks here', checks === null || checks === 'none' ? 'none were run' : checks],
    ['Item', item === null ? null : `${inlineCode(item.key)} ${inert(item.title)}`],
    ...notices.slice(0, 5).map((notice) => ['Note', inert(notice)] as const),
  ];
  return [
    '### How it was made',
    '',
    ...rows.flatMap(([label, value]) => (value === null ? [] : [`- ${label}: ${value}`])),
    '',
    'An agent wrote this change, unattended; what stands above this part is its word. This part is what Roundsman saw.',
  ].join('\n');
}

function inert(text: string): string {
  return inertMarkdown(escapeMarkdown(text)).slice(0, 500);
}
