/** The whole of one session that a look has found. */
import { findReader } from '../../engines/registry.ts';
import type {
  EntryBlocks,
  Transcript,
  TranscriptEntry,
} from '../../engines/sessions/transcript.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import { splitLines } from '../../platform/split-lines.ts';
import type { AgentEvent } from '../../words/agent-event.ts';
import { engineSeen } from '../../words/current-attempt.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import { sessionSources, type KnownSource } from './ask-source.ts';
import { type Redact, cleanEntry, MAX_OUTPUT } from './clean-text.ts';
import type { FoundSession } from './inspect-sessions.ts';
import type { OwnRun } from './own-runs.ts';

const MAX_LOG_BYTES = 6_000_000;
const MAX_LINE_BYTES = 1024 * 1024;

/** Of an engine that prints plain text: the end of what it printed. */
const MAX_PLAIN = 8_000;

const MAX_CHARACTERS = 16_000_000;
const MAX_HEAD = 40;

export interface ReadSessionRequest extends TranscriptLimits {
  readonly redact: Redact;
  readonly sources?: readonly KnownSource[];
}

export async function readSession(
  { session, place, own }: FoundSession,
  { redact, sources = sessionSources(), ...limits }: ReadSessionRequest,
): Promise<Transcript> {
  const known = sources.find(({ engine }) => engine === session.engine);
  if (place !== null && known !== undefined) {
    const source = await known.load();
    return gatherTranscript(source.entries(place.handle), limits, redact);
  }
  if (own !== null) return gatherTranscript(runEntries(own), limits, redact);
  return { entries: [], unreadable: 0, truncated: false };
}

/** Entries of a session as one transcript that fits into memory: the beginning and the end, cleaned of secrets. */
interface TranscriptLimits {
  /** At most so many entries; the first fifth of them, at most forty, is the beginning. */
  readonly maxEntries: number;
  /** Characters of all of them. */
  readonly maxCharacters?: number;
}

/** What is left out in the middle is read past, and never cleaned: it goes nowhere. */
export async function gatherTranscript(
  entries: EntryBlocks,
  { maxEntries, maxCharacters = MAX_CHARACTERS }: TranscriptLimits,
  redact: Redact,
): Promise<Transcript> {
  const most = Math.max(1, maxEntries);
  const atHead = Math.min(MAX_HEAD, Math.floor(most / 5));
  const head: TranscriptEntry[] = [];
  const tail: TranscriptEntry[] = [];
  let [unreadable, held, from] = [0, 0, 0];
  let truncated = false;
  const take = (entry: TranscriptEntry): void => {
    held += sizeOf(entry);
    if (head.length < atHead && held < maxCharacters / 4) {
      head.push(entry);
      return;
    }
    tail.push(entry);
    while (
      tail.length - from > 1 &&
      (tail.length - from > most - head.length || held > maxCharacters)
    ) {
      held -= sizeOf(tail[from]);
      from += 1;
      truncated = true;
    }
    // Moved up now and then: one at a time, it would take time with the square of them.
    if (from > most) from -= tail.splice(0, from).length;
  };
  for await (const block of entries)
    for (const entry of block) {
      if (entry === 'unreadable') unreadable += 1;
      else take(entry);
    }
  const kept = [...head, ...tail.slice(from)];
  return { entries: kept.map((entry) => cleanEntry(entry, redact)), unreadable, truncated };
}

function sizeOf(entry: TranscriptEntry | undefined): number {
  switch (entry?.kind) {
    case undefined:
      return 0;
    case 'tool':
      return 200 + Math.min(MAX_OUTPUT, entry.output?.length ?? 0) + entry.summary.length;
    case 'steps':
      return entry.steps.reduce((sum, { text }) => sum + text.length, 100);
    case 'asked':
    case 'said':
    case 'thought':
      return 100 + entry.text.length;
  }
}

/**
 * The transcript of a run whose engine keeps no sessions, or not any more: what it was asked, what its agent printed, and the
 * report that it left. From the run's folder.
 */
async function* runEntries({ run, paths }: OwnRun): EntryBlocks {
  const { spec, record } = run;
  yield [{ kind: 'asked', text: taskOf(spec), at: record?.startedAt ?? spec.admittedAt }];
  const log = await readUntrusted(paths.agentLog, MAX_LOG_BYTES);
  const open = await findReader(engineSeen(record, spec.routine.agent.engine));
  if (log.kind === 'refused') yield ['unreadable'];
  if (log.kind === 'content' && open === null) yield [...plainEntries(log.bytes)];
  if (log.kind === 'content' && open !== null) {
    const reader = open({ usageBefore: null });
    const events: AgentEvent[] = [];
    const lines = splitLines(MAX_LINE_BYTES, {
      onLine: (text) => events.push(...reader.line(text)),
      onLong: () => events.push({ kind: 'unknown', line: '' }),
    });
    lines.write(log.bytes);
    lines.end();
    yield [...eventEntries(events)];
  }
  const report = await readUntrusted(paths.report, MAX_LOG_BYTES);
  if (report.kind === 'content')
    yield [{ kind: 'said', text: report.bytes.toString('utf8'), at: endOf(run) }];
}

function endOf({ record }: OwnRun['run']): string | null {
  return record?.phase.kind === 'ended' ? record.phase.endedAt : null;
}

/** The routine's own words; the preamble and the facts are not part of the task. */
function taskOf({ routine }: RunSpec): string {
  const { prompt, builtin } = routine.agent;
  const words =
    prompt.kind === 'inline'
      ? prompt.text.trim()
      : prompt.kind === 'file'
        ? `What ${prompt.path} asks for.`
        : `The recipe ${builtin ?? 'of the built-in engine'}.`;
  return routine.intent === null ? words : `${routine.intent}\n\n${words}`;
}

function* plainEntries(bytes: Uint8Array): Generator<TranscriptEntry> {
  const text = new TextDecoder().decode(bytes).trimEnd();
  if (text !== '') yield { kind: 'said', text: text.slice(-MAX_PLAIN), at: null };
}

/** A tool and its end become one entry, where it began. */
function* eventEntries(events: readonly AgentEvent[]): Generator<TranscriptEntry | 'unreadable'> {
  const ends = new Map<string, boolean>();
  for (const event of events)
    if (event.kind === 'tool-end' && event.id !== null) ends.set(event.id, event.ok);
  for (const event of events) {
    if (event.kind === 'text') yield { kind: 'said', text: event.text, at: null };
    if (event.kind === 'unknown') yield 'unreadable';
    if (event.kind === 'tool-start') {
      const { name, summary, id } = event;
      const act = actOf(name);
      const files = act === 'edit' && !/\s/.test(summary) ? [summary] : [];
      const ok = id === null ? null : (ends.get(id) ?? null);
      yield { kind: 'tool', name, summary, act, files, ok, output: null, at: null };
    }
  }
}

type Act = Extract<TranscriptEntry, { readonly kind: 'tool' }>['act'];

/** By the names that engines have for them. */
function actOf(name: string): Act {
  const plain = name.toLowerCase();
  if (/bash|shell|exec|command|terminal/.test(plain)) return 'run';
  if (/write|edit|patch|replace|create/.test(plain)) return 'edit';
  if (/read|grep|glob|search|list|find|view|ls\b/.test(plain)) return 'read';
  if (/ask|question/.test(plain)) return 'ask';
  return /todo|plan|task/.test(plain) ? 'plan' : 'other';
}
