/** The JSON Schemas of everything that an agent may write, by the name of the file it belongs to. */
import { z } from 'zod';

import {
  CoverageFile,
  DecisionLine,
  FindingLine,
  KnowledgeLine,
  MissingLine,
  Noop,
  ProposalLine,
  Question,
  PlanLine,
} from '../agent-contract.ts';

export interface OutFile {
  /** In ROUNDSMAN_OUT. */
  readonly file: string;
  /** One object a line, or the file is one object. */
  readonly form: 'lines' | 'object';
  readonly purpose: string;
  /** Name of the schema under docs/schemas/. */
  readonly schemaFile: string;
  readonly schema: z.ZodType;
}

export const OUT_FILES: readonly OutFile[] = [
  {
    file: 'findings.jsonl',
    form: 'lines',
    purpose: 'What was found, one finding a line. Known again in later runs by its fingerprint.',
    schemaFile: 'agent-finding.json',
    schema: FindingLine,
  },
  {
    file: 'proposals.jsonl',
    form: 'lines',
    purpose: 'Effects outside the worktree that the agent asks for. They wait in the inbox.',
    schemaFile: 'agent-proposal.json',
    schema: ProposalLine,
  },
  {
    file: 'decisions.jsonl',
    form: 'lines',
    purpose: 'Decisions the agent took that later runs should know.',
    schemaFile: 'agent-decision.json',
    schema: DecisionLine,
  },
  {
    file: 'knowledge.jsonl',
    form: 'lines',
    purpose: 'What the agent learned about the repository and wants kept.',
    schemaFile: 'agent-knowledge.json',
    schema: KnowledgeLine,
  },
  {
    file: 'missing.jsonl',
    form: 'lines',
    purpose: 'What the agent would have needed and did not have.',
    schemaFile: 'agent-missing.json',
    schema: MissingLine,
  },
  {
    file: 'plan.jsonl',
    form: 'lines',
    purpose: 'Of a run that splits an item: the sub-items that it falls into.',
    schemaFile: 'agent-plan.json',
    schema: PlanLine,
  },
  {
    file: 'noop.json',
    form: 'object',
    purpose:
      'There is nothing to report, and why. With it the report needs no headings; findings.jsonl may list what is known still, but nothing new.',
    schemaFile: 'agent-noop.json',
    schema: Noop,
  },
  {
    file: 'question.json',
    form: 'object',
    purpose:
      'A question to a person. The program ends then. It is started again with the answer: in its session where its engine keeps one, else again; what it is told first, on stdin for `command`, holds question and answer.',
    schemaFile: 'agent-question.json',
    schema: Question,
  },
  {
    file: 'coverage.json',
    form: 'object',
    purpose: 'How many of the items of each collector were examined, by the name of the collector.',
    schemaFile: 'agent-coverage.json',
    schema: CoverageFile,
  },
];

/** JSON Schema (2020-12) of what may be written: defaults are optional. */
export function jsonSchemaOf({ schema }: OutFile): Readonly<Record<string, unknown>> {
  return { ...z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' }) };
}
