/**
 * The text of an issue: word for word the text of the proposal, which mentions no user, closes nothing and hides nothing.
 * Our part stands between two lines of ours; what people write around it stays unchanged. Pure.
 */
import type { IssueDraft } from '../../connectors/tracker.ts';
import { sha256 } from '../../platform/hash.ts';
import type { Finding } from '../../words/finding.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { FileItemProposal } from '../../words/proposal.ts';
import {
  withoutDisguises,
  withoutMarkup,
  escapeMarkdown,
  inlineCode,
  oneLine,
  plural,
  stripControls,
} from '../../words/text.ts';
import { markerOf, markerText, type IssueMarker } from './issue-marker.ts';

export interface IssueSource {
  readonly title: string;
  readonly body: string;
  readonly findings: readonly Pick<Finding, 'title' | 'severity' | 'location'>[];
  /** `run abc123 of todo-sweep, item RM-1` */
  readonly origin: string;
}

/** GitHub's own bounds are 256 and 65,536. */
const MAX_TITLE = 250;
const MAX_BODY = 40_000;
const MOST_FINDINGS = 50;
const BEGIN = '<!-- roundsman:begin -->';
const END = '<!-- roundsman:end -->';

export function issueTitle(title: string): string {
  return neutralised(oneLine(title, MAX_TITLE));
}

/**
 * With our lines around it, and nothing before.
 * @param keptApart closes what Markdown left open
 */
export function ownPart(
  { body, findings, origin }: IssueSource,
  keptApart: (markdown: string) => string = (markdown) => markdown,
): string {
  const words = neutralised(stripControls(body)).trim();
  const parts = [
    keptApart(
      words.length > MAX_BODY ? `${words.slice(0, MAX_BODY)}\n\n(cut: it was longer)` : words,
    ),
    findingsPart(findings),
    `---\nFiled by Roundsman: ${neutralised(escapeMarkdown(origin))}.`,
  ];
  return `${BEGIN}\n${parts.filter((part) => part !== '').join('\n\n')}\n${END}`;
}

/** `null`: it is not there, or there twice. */
export function ownPartIn(body: string): string | null {
  const text = body.replaceAll('\r\n', '\n');
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < from || text.indexOf(BEGIN, from + 1) >= 0 || text.indexOf(END, to + 1) >= 0)
    return null;
  return text.slice(from, to + END.length);
}

/** The body with another part of ours in place of the old one. */
export function withOwnPart(body: string, part: string): string {
  const text = body.replaceAll('\r\n', '\n');
  const old = ownPartIn(text);
  return old === null ? `${text.trimEnd()}\n\n${part}` : text.split(old).join(part);
}

const JOINER = '\u200b';

/** A character without width keeps `@name`, `#12`, pictures and hidden text from being more than text. */
export function neutralised(text: string): string {
  return withoutMarkup(withoutDisguises(text))
    .replace(/@(?=[\w[])/g, `@${JOINER}`)
    .replace(/#(?=\d)/g, `#${JOINER}`)
    .replace(/\b(GH\\?-)(?=\d)/gi, `$1${JOINER}`)
    .replace(/(\/(?:issues|pull|discussions|commit)\\?\/)(?=[\da-f])/gi, `$1${JOINER}`);
}

function findingsPart(findings: IssueSource['findings']): string {
  if (findings.length === 0) return '';
  const lines = findings.slice(0, MOST_FINDINGS).map(({ title, severity, location }) => {
    const where =
      location === null
        ? ''
        : ` in ${inlineCode(neutralised(`${location.path}:${location.line}`))}`;
    return `- ${neutralised(escapeMarkdown(title))}${where} (${severity})`;
  });
  const more = findings.length - lines.length;
  const rest = more > 0 ? [`- and ${plural(more, 'more finding')}`] : [];
  return ['Findings:', '', ...lines, ...rest].join('\n');
}

// The issue that a proposal comes to, word for word, by what is approved of it alone: what is shown before it is made is made.
export interface IssueToBe extends IssueDraft {
  readonly marker: IssueMarker;
}

export async function issueOf(
  proposal: Pick<FileItemProposal, 'run' | 'routine' | 'payload'>,
  around: { readonly workspace: string },
): Promise<IssueToBe> {
  const { run, routine, payload } = proposal;
  const { key, title, body, tracker, told = [] } = payload;
  const marker = markerOf(
    { item: key, routine, findings: payload.findings, workspace: around.workspace },
    sha256,
  );
  const origin = `run ${shortIdOf(run)} of ${routine}, item ${key}`;
  const { keptApart } = await import('../../reports/keep-apart.ts');
  const part = ownPart({ title, body, findings: told, origin }, keptApart);
  return {
    title: issueTitle(title),
    body: `${markerText(marker)}\n${part}`,
    labels: tracker?.labels ?? [],
    marker,
  };
}

/** What tells whether a person changed our part. */
export function partHash(part: string | null): string {
  return sha256(part ?? '');
}
