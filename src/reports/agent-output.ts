/**
 * What an agent left: in ROUNDSMAN_OUT, and by the tools of its run, which write to a folder of ours. Read once, after
 * every process of the agent is dead, as hostile files: no links, no pipes, no folders, bounded in size, strict UTF-8,
 * every line through its schema. Nothing is dropped without a word: each bad file or line is a problem that names itself.
 * Secrets in it get no further.
 */
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import type { ZodType } from 'zod';

import {
  CoverageFile,
  DecisionLine,
  FindingLine,
  KnowledgeLine,
  MissingLine,
  Noop,
  ProposalLine,
  Question,
  PLAN_FILE,
  PlanLine,
} from '../engines/agent-contract.ts';
import { HANDOFF_LIMIT, OUT_LIMITS } from '../engines/out-limits.ts';
import { inspectPath, listFolder, makeFolder, writeText } from '../platform/files.ts';
import { readUntrusted } from '../platform/read-untrusted.ts';
import { reopenFile } from '../platform/reopen-tree.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import { stripControls } from '../words/text.ts';
import type { AgentOutput } from './contract.ts';
import { type NumberedLine, readLines, type TwoTexts, readOutputLine } from './out-lines.ts';

// The text of files in a folder that a hostile process may have filled: no links, no pipes, bounded, strict UTF-8.

/** `null`: there is none, or it was refused, which is a problem then. */
type OutReader = (file: string) => Promise<string | null>;

interface OutFolder {
  readonly folder: string;
  readonly redactor: Redactor;
  readonly problems: string[];
}

/** Reads nothing at all when the folder itself was swapped for something else. */
async function outReader(request: OutFolder): Promise<OutReader> {
  const { folder, problems } = request;
  const facts = await inspectPath(folder);
  if (facts === null || facts.kind !== 'folder') {
    const what = facts === null ? 'gone' : facts.kind === 'link' ? 'a symbolic link' : 'no folder';
    problems.push(`the output folder is ${what}: nothing in it was read`);
    return () => Promise.resolve(null);
  }
  return fileReader(request);
}

/** Of a folder of ours, which may not be there: nothing was said by tools then. */
async function toldReader(request: OutFolder): Promise<OutReader> {
  const facts = await inspectPath(request.folder);
  return facts?.kind === 'folder' ? fileReader(request) : () => Promise.resolve(null);
}

function fileReader({ folder, redactor, problems }: OutFolder): OutReader {
  return async (file) => {
    const path = join(folder, file);
    // Its program is dead, and may have closed the file to itself.
    reopenFile(path);
    const found = await readUntrusted(path, OUT_LIMITS.maxFileBytes);
    if (found.kind === 'nothing') return null;
    if (found.kind === 'refused') {
      problems.push(`${file} was not read: ${found.reason}`);
      return null;
    }
    try {
      return redactor.text(new TextDecoder('utf-8', { fatal: true }).decode(found.bytes));
    } catch {
      problems.push(`${file} was not read: it is not UTF-8`);
      return null;
    }
  };
}

const FILES = [
  'report.md',
  'findings.jsonl',
  'proposals.jsonl',
  'decisions.jsonl',
  'knowledge.jsonl',
  'missing.jsonl',
  'noop.json',
  'question.json',
  'coverage.json',
  'handoff.md',
  PLAN_FILE,
] as const;
type OutFile = (typeof FILES)[number];

export interface ReadOutputRequest {
  readonly outFolder: string;
  /** What came by tools; need not be there. */
  readonly toldFolder?: string;
  /** Gets the validated copies; later steps read these, never `outFolder` again. */
  readonly acceptedFolder: string;
  readonly redactor: Redactor;
  /** What it printed: the report of a program that wrote none. Absent: it is none. */
  readonly printedFile?: string;
  /** The run was asked to split up an item; of any other a plan is not read. Default: false. */
  readonly plans?: boolean;
}

export async function readAgentOutput(request: ReadOutputRequest): Promise<AgentOutput> {
  const reading = await openReading(request);
  const reports = await bothOf(reading, 'report.md');
  const numbered = {
    'findings.jsonl': await linesIn(reading, 'findings.jsonl', FindingLine),
    'proposals.jsonl': await linesIn(reading, 'proposals.jsonl', ProposalLine),
    'decisions.jsonl': await linesIn(reading, 'decisions.jsonl', DecisionLine),
    'knowledge.jsonl': await linesIn(reading, 'knowledge.jsonl', KnowledgeLine),
    'missing.jsonl': await linesIn(reading, 'missing.jsonl', MissingLine),
    ...(request.plans === true ? { [PLAN_FILE]: await linesIn(reading, PLAN_FILE, PlanLine) } : {}),
  };
  const { report: written, noop } = await ending(reading, reports);
  const handoff = await handoffIn(reading);
  const single = {
    'noop.json': noop,
    'question.json': (await wholeIn(reading, 'question.json', Question)).value,
    'coverage.json': (await wholeIn(reading, 'coverage.json', CoverageFile)).value,
  };
  const { problems, notices, redactor } = reading;
  const isSilent = written === null && noop === null && single['question.json'] === null;
  const printed = isSilent && problems.length === 0 ? await printedBy(request, notices) : null;
  const report = written ?? printed;
  const output: AgentOutput = {
    report,
    ...(printed === null ? {} : { printed: true }),
    noop,
    question: single['question.json'],
    findings: values(numbered['findings.jsonl']),
    proposals: numbered['proposals.jsonl'],
    decisions: values(numbered['decisions.jsonl']),
    knowledge: values(numbered['knowledge.jsonl']),
    missing: values(numbered['missing.jsonl']),
    coverage: single['coverage.json'] ?? {},
    ...(handoff === null ? {} : { handoff }),
    ...(notices.length === 0 ? {} : { notices }),
    problems,
    ignored: (await otherNames(request)).map(redactor.text),
  };
  await keepCopies(
    request.acceptedFolder,
    { 'report.md': report, 'handoff.md': handoff },
    { ...numbered, ...single },
  );
  return output;
}

interface Reading {
  readonly out: OutReader;
  readonly told: OutReader;
  readonly redactor: Redactor;
  readonly problems: string[];
  readonly notices: string[];
}

async function openReading({
  outFolder,
  toldFolder,
  redactor,
}: ReadOutputRequest): Promise<Reading> {
  const problems: string[] = [];
  const out = await outReader({ folder: outFolder, redactor, problems });
  const told =
    toldFolder === undefined
      ? () => Promise.resolve(null)
      : await toldReader({ folder: toldFolder, redactor, problems });
  return { out, told, redactor, problems, notices: [] };
}

async function linesIn<T>(
  reading: Reading,
  file: OutFile,
  schema: ZodType<T>,
): Promise<readonly NumberedLine<T>[]> {
  const { problems, redactor } = reading;
  return readLines(await bothOf(reading, file), { file, schema, problems, redactor });
}

async function bothOf({ out, told }: Reading, file: OutFile): Promise<TwoTexts> {
  return { out: await out(file), told: await told(file) };
}

interface Whole<T> {
  readonly value: T | null;
  readonly byTool: boolean;
}

/** What came by a tool counts: it was asked for by name. */
async function wholeIn<T>(reading: Reading, file: OutFile, schema: ZodType<T>): Promise<Whole<T>> {
  const told = await reading.told(file);
  const text = told ?? (await reading.out(file));
  if (text === null) return { value: null, byTool: false };
  const read = readOutputLine(text, { schema, redactor: reading.redactor });
  if (read.kind === 'value') return { value: read.value, byTool: told !== null };
  reading.problems.push(`${file}: ${read.problem}`);
  return { value: null, byTool: told !== null };
}

/** The report or why there is none: what the tool `finish` was told last counts, whatever else lies in ROUNDSMAN_OUT. */
async function ending(
  reading: Reading,
  { out: own, told }: TwoTexts,
): Promise<Pick<AgentOutput, 'report' | 'noop'>> {
  const { value: noop, byTool } = await wholeIn(reading, 'noop.json', Noop);
  const clean = (text: string): string => reading.redactor.text(stripControls(text));
  if (told === null && !byTool) return { report: own === null ? null : clean(own), noop };
  if (own !== null)
    reading.notices.push(
      'the agent left report.md, and ended with `finish` too: what it told `finish` counts',
    );
  if (told === null) return { report: null, noop };
  if (noop !== null && !byTool)
    reading.notices.push('the agent left noop.json, and a report by `finish`: the report counts');
  return { report: clean(told), noop: byTool ? noop : null };
}

/** `null`: nothing, or what is no report, which is a notice then. */
async function printedBy(
  { printedFile, redactor }: ReadOutputRequest,
  notices: string[],
): Promise<string | null> {
  if (printedFile === undefined) return null;
  const found = await readUntrusted(printedFile, OUT_LIMITS.maxFileBytes);
  if (found.kind === 'nothing') return null;
  if (found.kind === 'refused') {
    notices.push(`what the program printed was not taken for its report: ${found.reason}`);
    return null;
  }
  const text = textIn(found.bytes);
  if (text === null) {
    notices.push('what the program printed was not taken for its report: it is not UTF-8 text');
    return null;
  }
  const clean = redactor.text(stripControls(stripVTControlCharacters(text)));
  return clean.trim() === '' ? null : clean;
}

function textIn(bytes: Uint8Array): string | null {
  try {
    return bytes.includes(0) ? null : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

async function handoffIn(reading: Reading): Promise<string | null> {
  const text = (await reading.told('handoff.md')) ?? (await reading.out('handoff.md'));
  const clean = text === null ? '' : reading.redactor.text(stripControls(text)).trim();
  if (clean === '') return null;
  if (clean.length <= HANDOFF_LIMIT) return clean;
  reading.notices.push(
    `handoff.md has ${clean.length} characters: the first ${HANDOFF_LIMIT} are handed on`,
  );
  return clean.slice(0, HANDOFF_LIMIT);
}

function values<T>(lines: readonly NumberedLine<T>[]): readonly T[] {
  return lines.map(({ value }) => value);
}

async function otherNames({
  outFolder: folder,
  plans = false,
}: ReadOutputRequest): Promise<readonly string[]> {
  if ((await inspectPath(folder))?.kind !== 'folder') return [];
  const known = new Set<string>(plans ? FILES : FILES.filter((name) => name !== PLAN_FILE));
  return (await listFolder(folder)).filter((name) => !known.has(name));
}

async function keepCopies(
  folder: string,
  texts: Readonly<Record<string, string | null>>,
  files: Readonly<Record<string, unknown>>,
): Promise<void> {
  await makeFolder(folder);
  for (const [name, text] of Object.entries(texts))
    if (text !== null) await writeText(join(folder, name), text);
  for (const [name, content] of Object.entries(files)) {
    if (content === null) continue;
    await writeText(join(folder, name), copyOf(content));
  }
}

function copyOf(content: unknown): string {
  if (!Array.isArray(content)) return `${JSON.stringify(content)}\n`;
  return content.map((line) => `${JSON.stringify(line)}\n`).join('');
}
