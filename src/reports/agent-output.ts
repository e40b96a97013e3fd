/**
 * What an agent left in ROUNDSMAN_OUT. Read once, after every process of the agent is dead, as hostile files:
 * no links, no pipes, no folders, bounded in size, strict UTF-8, every line through its schema. Nothing is
 * dropped without a word: each bad file or line is a problem that names itself. Secrets in it get no further.
 */
import { join } from 'node:path';

import type { ZodType } from 'zod';

import {
  CoverageFile,
  DecisionLine,
  FindingLine,
  KnowledgeLine,
  MissingLine,
  Noop,
  OUT_LIMITS,
  ProposalLine,
  Question,
} from '../domain/agent-contract.ts';
import type { Redactor } from '../domain/redaction/redactor.ts';
import { plural, stripControls } from '../domain/text.ts';
import { inspectPath, listFolder, makeFolder, writeText } from '../platform/files.ts';
import { readUntrusted } from '../platform/read-untrusted.ts';
import type { AgentOutput } from './contract.ts';
import { readOutputLine } from './output-line.ts';

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
] as const;
type OutFile = (typeof FILES)[number];

export interface ReadOutputRequest {
  readonly outFolder: string;
  /** Gets the validated copies; later steps read these, never `outFolder` again. */
  readonly acceptedFolder: string;
  readonly redactor: Redactor;
}

export async function readAgentOutput(request: ReadOutputRequest): Promise<AgentOutput> {
  const problems: string[] = [];
  const { redactor } = request;
  const read = await textReader(request, problems);
  const lines = async <T>(file: OutFile, schema: ZodType<T>): Promise<readonly NumberedLine<T>[]> =>
    linesOf(await read(file), { file, schema, problems, redactor });
  const whole = async <T>(file: OutFile, schema: ZodType<T>): Promise<T | null> =>
    valueOf(await read(file), { file, schema, problems, redactor });
  const report = await read('report.md');
  const numbered = {
    'findings.jsonl': await lines('findings.jsonl', FindingLine),
    'proposals.jsonl': await lines('proposals.jsonl', ProposalLine),
    'decisions.jsonl': await lines('decisions.jsonl', DecisionLine),
    'knowledge.jsonl': await lines('knowledge.jsonl', KnowledgeLine),
    'missing.jsonl': await lines('missing.jsonl', MissingLine),
  };
  const single = {
    'noop.json': await whole('noop.json', Noop),
    'question.json': await whole('question.json', Question),
    'coverage.json': await whole('coverage.json', CoverageFile),
  };
  const output: AgentOutput = {
    report: report === null ? null : redactor.text(stripControls(report)),
    noop: single['noop.json'],
    question: single['question.json'],
    findings: values(numbered['findings.jsonl']),
    proposals: numbered['proposals.jsonl'],
    decisions: values(numbered['decisions.jsonl']),
    knowledge: values(numbered['knowledge.jsonl']),
    missing: values(numbered['missing.jsonl']),
    coverage: single['coverage.json'] ?? {},
    problems,
    ignored: (await otherNames(request.outFolder)).map(redactor.text),
  };
  await keepCopies(request.acceptedFolder, output.report, { ...numbered, ...single });
  return output;
}

interface NumberedLine<T> {
  readonly line: number;
  readonly value: T;
}

interface Expected<T> {
  readonly file: OutFile;
  readonly schema: ZodType<T>;
  readonly problems: string[];
  readonly redactor: Redactor;
}

function values<T>(lines: readonly NumberedLine<T>[]): readonly T[] {
  return lines.map(({ value }) => value);
}

/** Reads nothing at all when the folder itself was swapped for something else. */
async function textReader(
  { outFolder: folder, redactor }: ReadOutputRequest,
  problems: string[],
): Promise<(file: OutFile) => Promise<string | null>> {
  const facts = await inspectPath(folder);
  if (facts === null || facts.kind !== 'folder') {
    const what = facts === null ? 'gone' : facts.kind === 'link' ? 'a symbolic link' : 'no folder';
    problems.push(`the output folder is ${what}: nothing in it was read`);
    return () => Promise.resolve(null);
  }
  return async (file) => {
    const found = await readUntrusted(join(folder, file), OUT_LIMITS.maxFileBytes);
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

function linesOf<T>(text: string | null, expected: Expected<T>): readonly NumberedLine<T>[] {
  if (text === null) return [];
  // On line feeds alone: U+2028 and its like may stand inside a JSON string.
  const all = text.replace(/\n$/, '').split('\n');
  if (all.length > OUT_LIMITS.maxLines) {
    expected.problems.push(
      `${expected.file} has ${plural(all.length, 'line')}, the limit is ${OUT_LIMITS.maxLines}: the rest was not read`,
    );
  }
  return all.slice(0, OUT_LIMITS.maxLines).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const read = readOutputLine(line, expected);
    if (read.kind === 'value') return [{ line: index + 1, value: read.value }];
    expected.problems.push(`${expected.file} line ${index + 1}: ${read.problem}`);
    return [];
  });
}

function valueOf<T>(text: string | null, expected: Expected<T>): T | null {
  if (text === null) return null;
  const read = readOutputLine(text, expected);
  if (read.kind === 'value') return read.value;
  expected.problems.push(`${expected.file}: ${read.problem}`);
  return null;
}

async function otherNames(folder: string): Promise<readonly string[]> {
  if ((await inspectPath(folder))?.kind !== 'folder') return [];
  const known = new Set<string>(FILES);
  return (await listFolder(folder)).filter((name) => !known.has(name));
}

async function keepCopies(
  folder: string,
  report: string | null,
  files: Readonly<Record<string, unknown>>,
): Promise<void> {
  await makeFolder(folder);
  if (report !== null) await writeText(join(folder, 'report.md'), report);
  for (const [name, content] of Object.entries(files)) {
    if (content === null) continue;
    await writeText(join(folder, name), copyOf(content));
  }
}

function copyOf(content: unknown): string {
  if (!Array.isArray(content)) return `${JSON.stringify(content)}\n`;
  return content.map((line) => `${JSON.stringify(line)}\n`).join('');
}
