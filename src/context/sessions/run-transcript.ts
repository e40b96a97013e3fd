/**
 * The transcript of a run whose engine keeps no sessions, or not any more: what it was asked, what its agent printed, and the
 * report that it left. From the run's folder.
 */
import { findReader } from '../../engines/stream-readers.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import { splitLines } from '../../platform/split-lines.ts';
import type { AgentEvent } from '../../words/agent-event.ts';
import { engineSeen } from '../../words/current-attempt.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { TranscriptEntry } from '../transcript.ts';
import type { OwnRun } from './own-runs.ts';

const MAX_LOG_BYTES = 6_000_000;
const MAX_LINE_BYTES = 1024 * 1024;
/** Of an engine that prints plain text: the end of what it printed. */
const MAX_PLAIN = 8_000;

export async function* runEntries({
  run,
  paths,
}: OwnRun): AsyncGenerator<TranscriptEntry | 'unreadable'> {
  const { spec, record } = run;
  yield { kind: 'asked', text: taskOf(spec), at: record?.startedAt ?? spec.admittedAt };
  const log = await readUntrusted(paths.agentLog, MAX_LOG_BYTES);
  const open = await findReader(engineSeen(record, spec.routine.agent.engine));
  if (log.kind === 'refused') yield 'unreadable';
  if (log.kind === 'content' && open === null) yield* plainEntries(log.bytes);
  if (log.kind === 'content' && open !== null) {
    const reader = open({ usageBefore: null });
    const events: AgentEvent[] = [];
    const lines = splitLines(MAX_LINE_BYTES, {
      onLine: (text) => events.push(...reader.line(text)),
      onLong: () => events.push({ kind: 'unknown', line: '' }),
    });
    lines.write(log.bytes);
    lines.end();
    yield* eventEntries(events);
  }
  const report = await readUntrusted(paths.report, MAX_LOG_BYTES);
  if (report.kind === 'content')
    yield { kind: 'said', text: report.bytes.toString('utf8'), at: endOf(run) };
}

function endOf({ record }: OwnRun['run']): string | null {
  return record?.phase.kind === 'ended' ? record.phase.endedAt : null;
}

/** The routine's own words; the preamble and the facts are no part of what somebody wants. */
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
