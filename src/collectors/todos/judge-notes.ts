/** What is said of each note beyond its place and age: title, severity, what it waits for, its like, and doubts. */
import type { TreeFile } from '../../git/ls-tree.ts';
import { touchedSince } from '../../git/touched-paths.ts';
import { sha256 } from '../../platform/hash.ts';
import type { TodoFact } from '../../words/facts.ts';
import type { CommitSha } from '../../words/ids.ts';
import { compareVersions } from '../../words/version-order.ts';
import type { BaseView } from './base-view.ts';
import { withoutOwner, noteTitle } from './format-note.ts';
import { readProjectVersions, type ProjectVersions } from './project-versions.ts';
import type { ScannedLine } from './scan-blobs.ts';
import { versionWait, type VersionWait, isRuntime } from './version-waits.ts';

const DAYS = 90;
const DAY_MS = 86_400_000;

/** A commit that touches more paths says nothing of any of them: a rename of the project, a new formatter. */
const MOST_PATHS = 100;

export type Judgement = Pick<TodoFact, 'title' | 'severity' | 'dueLater' | 'group' | 'doubts'>;

export interface NoteToJudge {
  readonly path: string;
  readonly note: ScannedLine;
}

export interface JudgeRequest {
  readonly base: CommitSha;
  readonly tree: readonly TreeFile[];
  readonly now: Date;
  /** Commits that are passed over. */
  readonly ignored: readonly string[];
  readonly notes: readonly NoteToJudge[];
}

/** One a note, in order. */
export async function judgeNotes(
  view: BaseView,
  request: JudgeRequest,
): Promise<readonly Judgement[]> {
  const { notes, tree, base } = request;
  if (notes.length === 0) return [];
  const waits = notes.map(({ note }) => versionWait(note.words));
  const waiting = notes.filter((_, index) => waits[index] !== null).map(({ path }) => path);
  const [versions, touched] = await Promise.all([
    waiting.length === 0
      ? { find: () => null, isProject: () => false }
      : readProjectVersions(view, { base, tree, paths: waiting }),
    changedLately(view, request),
  ]);
  const groups = notes.map(groupOf);
  const sizes = new Map<string, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return notes.map(({ path, note }, index) => {
    const wait: VersionWait | null = waits[index] ?? null;
    const due = dueState(wait, path, versions);
    const group = groups[index] ?? '';
    const doubts = doubtsOf(note);
    return {
      title: noteTitle(note),
      severity: noteSeverity({
        marker: note.marker,
        words: note.words,
        wordless: withoutOwner(note.words) === '',
        changedLately: touched.has(path),
        overdue: due.kind === 'overdue' ? due : null,
      }),
      ...(due.kind === 'later' ? { dueLater: due.fact } : {}),
      ...((sizes.get(group) ?? 0) > 1 ? { group } : {}),
      ...(doubts.length === 0 ? {} : { doubts }),
    };
  });
}

/** Fewer words than these say the same by chance in different files: `TODO: implement`. */
const MIN_WORDS = 3;

/** Notes without words are one where they stand at the same code in the same function. */
function groupOf({ path, note }: NoteToJudge): string {
  const { marker, words } = note;
  const said = withoutOwner(words)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (said === '') return sha256(`${path} ${noteTitle(note)}`).slice(0, 16);
  const where = said.split(' ').length < MIN_WORDS ? `${path} ` : '';
  return sha256(`${where}${marker.toLowerCase()} ${said}`).slice(0, 16);
}

function doubtsOf({ comment, words, code }: ScannedLine): readonly string[] {
  return [
    ...(comment
      ? []
      : ['it is in text for people or in a file of an unknown kind, not in a comment']),
    ...(withoutOwner(words) === ''
      ? [`it has no words${code === null ? '' : ', only code below it'}`]
      : []),
  ];
}

/** Which paths commits of the last three months touched. */
async function changedLately(
  view: BaseView,
  {
    base,
    now,
    ignored,
  }: { readonly base: CommitSha; readonly now: Date; readonly ignored: readonly string[] },
): Promise<ReadonlySet<string>> {
  const since = new Date(now.getTime() - DAYS * DAY_MS);
  const passed = new Set(ignored);
  const touched = new Set<string>();
  for (const { sha, paths } of await touchedSince(view.context, base, since)) {
    if (passed.has(sha) || paths.length > MOST_PATHS) continue;
    for (const path of paths) touched.add(path);
  }
  return touched;
}

/** Which notes are not due yet, and which were due and are not done. Pure. */
type DueState =
  | { readonly kind: 'due' }
  | { readonly kind: 'later'; readonly fact: NonNullable<TodoFact['dueLater']> }
  /** The version that it named has come. */
  | { readonly kind: 'overdue'; readonly version: string; readonly isOut: boolean };

function dueState(wait: VersionWait | null, path: string, versions: ProjectVersions): DueState {
  if (wait === null) return { kind: 'due' };
  const of = versions.isProject(wait.of) ? 'project' : wait.of;
  // The version of something else tells nothing.
  if (of !== 'project' && !isRuntime(of)) return { kind: 'due' };
  const now = versions.find(path, of);
  if (wait.weak && !isToCome(wait, of, now)) return { kind: 'due' };
  if (of !== 'project') {
    const until = `${wait.name} ${wait.version ?? ''}`.trim();
    if (now !== null && wait.version !== null && hasCome(wait, now))
      return { kind: 'overdue', version: until, isOut: true };
    const words = wait.dropped
      ? `${until} is no longer supported`
      : `${until} is the oldest supported`;
    return {
      kind: 'later',
      fact: { until: words, now: now === null ? null : `${wait.name} ${now}` },
    };
  }
  if (wait.version === null) return { kind: 'later', fact: { until: 'a later version', now } };
  if (now !== null && compareNumbers(now, wait.version) >= 0)
    return {
      kind: 'overdue',
      version: wait.version,
      isOut: compareVersions(now, wait.version) >= 0,
    };
  return { kind: 'later', fact: { until: `version ${wait.version}`, now } };
}

/** Said of a version without saying what to do in it: it counts where it is the project's and has not come. */
function isToCome({ version }: VersionWait, of: string, now: string | null): boolean {
  return of === 'project' && now !== null && version !== null && compareNumbers(now, version) < 0;
}

function hasCome({ version, dropped }: VersionWait, floor: string): boolean {
  const order = compareNumbers(floor, version ?? '');
  return dropped ? order > 0 && !floor.startsWith(`${version ?? ''}.`) : order >= 0;
}

/** A version on the way (`2.0.0-dev`) is the time to do what to do in it. */
function compareNumbers(left: string, right: string): number {
  const plain = (version: string): string => /^\d+(?:\.\d+)*/.exec(version)?.[0] ?? version;
  return compareVersions(plain(left), plain(right));
}

// How much a note matters: by what it says and by what touches its file, never by its age. Pure.
export interface SeverityParts {
  readonly marker: string;
  /** All that it says. */
  readonly words: string;
  /** Nothing but the marker. */
  readonly wordless: boolean;
  /** Whether commits of the last three months touched its file. */
  readonly changedLately: boolean;
  /** `2.0`: the version that it named and that has come, or is worked on; `null`: none. */
  readonly overdue: { readonly version: string; readonly isOut: boolean } | null;
}

type Severity = NonNullable<TodoFact['severity']>;

const DATA =
  /\b(?:data[- ]?loss|(?:los(?:e|es|ing|t)|drop(?:s|ped|ping)?|wip(?:e|es|ed|ing)) (?:\w+ ){0,2}(?:data|messages|events|writes|updates|records|rows)\b|(?:data|file|memory|heap|state|index|cache|database|db) corruption|corrupt(?:s|ed|ing)? (?:\w+ ){0,2}(?:data|files?|memory|state|index|cache|database|db)|silently (?:drop|discard|overwrit|truncat|ignor)\w*)/i;
const SECURITY =
  /\b(?:security (?:hole|issue|risk|problem|bug|concern|flaw|fix|vulnerability|implication|hazard)s?|(?:is|be|are|it'?s|potentially|very) (?:insecure|vulnerable|exploitable)|vulnerabilit(?:y|ies)|(?:sql|command|shell|code|header|html|script|log) injection|xss|csrf|ssrf|(?:privilege|permission) escalation|(?:path|directory) traversal|auth(?:entication|orization)? bypass|bypass(?:es|ing)? (?:the )?auth\w*|timing (?:attack|side)|side[- ]channel|buffer (?:over|under)(?:flow|run)|use[- ]after[- ]free|double[- ]free|(?:un|not )(?:sanitized|sanitised|escaped)|leak(?:s|ed|ing)? (?:\w+ ){0,2}(?:secret|password|token|credential|key)s?|(?:hard[- ]?coded|plain[- ]?text) (?:\w+ ){0,1}(?:secret|password|token|credential|key)s?)\b/i;
const WRONG =
  /\b(?:race[- ]condition|data race|(?:is|be) racy|dead[- ]?locks?|live[- ]?locks?|(?:memory|resource|fd|handle|goroutine|socket|connection) leaks?|leak(?:s|ing)? (?:memory|a |the )|segfaults?|crash(?:es|ing)?|panics?\b(?! handler)|infinite (?:loop|recursion)|hangs?\b|not thread[- ]?safe|overflows?\b|wrong (?:result|value|answer|output)s?|incorrect(?:ly)?|(?:is|are) (?:broken|wrong|buggy)|(?:is|be|are|potentially) unsafe)\b/i;
/** Says that it is none: `no data loss`, `cannot crash`. */
const DENIED =
  /\b(?:no|not|never|without|cannot|can't|won't|doesn't|prevents?|avoids?|against|isn't|if) (?:\w+ ){0,2}$/i;
const WISH =
  /\b(?:maybe|perhaps|consider|would be (?:nice|good|better)|could be|might|nice to have|someday|one day|wonder|not sure|possibly)\b|\?\s*$/i;

export function noteSeverity(parts: SeverityParts): Severity {
  const { marker, words, wordless, changedLately, overdue } = parts;
  if (wordless) return { level: 'info', reason: 'it does not say what to do' };
  const data = saying(DATA, words);
  if (data !== null) return { level: 'high', reason: `it mentions lost or damaged data: ${data}` };
  const security = saying(SECURITY, words);
  if (security !== null) return { level: 'high', reason: `it mentions security: ${security}` };
  if (overdue !== null) {
    const come = overdue.isOut ? 'which has come' : 'which is on its way';
    return { level: 'medium', reason: `it was to be done in ${overdue.version}, ${come}` };
  }
  const wrong = saying(WRONG, words);
  const urgent = /^(?:FIXME|HACK|BUG|XXX)$/i.test(marker);
  if (urgent && changedLately)
    return { level: 'medium', reason: `${marker} in a file that changed in the last 90 days` };
  if (wrong !== null) {
    const level = urgent || changedLately ? 'medium' : 'low';
    return { level, reason: `it mentions a fault: ${wrong}` };
  }
  if (urgent) return { level: 'low', reason: `${marker} in a file that did not change lately` };
  if (WISH.test(words)) return { level: 'info', reason: 'it asks or wishes' };
  return changedLately
    ? { level: 'low', reason: 'its file changed in the last 90 days' }
    : { level: 'info', reason: 'its file did not change lately' };
}

/** The words that say it, unless they are denied. */
function saying(pattern: RegExp, words: string): string | null {
  const found = pattern.exec(words);
  if (found === null || DENIED.test(words.slice(Math.max(0, found.index - 40), found.index)))
    return null;
  return found[0].trim();
}
