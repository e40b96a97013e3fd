/**
 * The contract with an agent, v1: the files it may write to ROUNDSMAN_OUT, line by line.
 * Schema and type share one name. Everything here is hostile until it has passed a schema.
 */
import { z } from 'zod';

import { SEVERITIES } from '../words/finding.ts';
import { readQuestionValue } from './agent-question.ts';

// The line of an agent that asks for a pull request.
export const PullRequestLine = z.strictObject({
  type: z.literal('pull-request'),
  title: z.string().trim().min(1).max(240),
  body: z
    .string()
    .max(20_000)
    .default('')
    .describe('Markdown; what it does and why. What the run found and how it was made is added.'),
  base: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Its target branch; default: the one of the routine.'),
  item: z
    .string()
    .regex(/^RM-[1-9][0-9]{0,8}$/)
    .optional()
    .describe('The item that it deals with; without it, the one that the run is for.'),
});
export type PullRequestLine = z.infer<typeof PullRequestLine>;

export { OUT_LIMITS } from './out-limits.ts';

/** Names of the environment variables and files an agent is given. */
export const CONTRACT_VERSION = 1;

const shortText = (max: number): z.ZodString => z.string().trim().min(1).max(max);
const fingerprint = z
  .string()
  .regex(/^[\x21-\x7e]{4,200}$/, 'a fingerprint is 4 to 200 printable characters without blanks');

export const FindingLine = z
  .strictObject({
    title: shortText(300).describe('One line that names the finding.'),
    body: z
      .string()
      .max(20_000)
      .default('')
      .describe('Markdown; what was seen and why it matters.'),
    severity: z
      .enum(SEVERITIES)
      .default('low')
      .describe('`info` only informs: a person is not asked to decide on it.'),
    path: shortText(1_000)
      .optional()
      .describe('File the finding is in, relative to the repository.'),
    line: z.int().min(1).optional(),
    symbol: shortText(300).optional().describe('Function or class around the place.'),
    fingerprint: fingerprint
      .optional()
      .describe(
        'A key of your own that stays the same from run to run. Without it one is made from path, symbol and title.',
      ),
    item: z
      .string()
      .regex(/^RM-[1-9][0-9]{0,8}$/)
      .optional()
      .describe('The item that carries it.'),
  })
  .meta({ id: 'FindingLine' });
export type FindingLine = z.infer<typeof FindingLine>;

export const FileItemLine = z.strictObject({
  type: z.literal('file-item'),
  key: z
    .string()
    .regex(/^RM-[1-9][0-9]{0,8}$/)
    .describe('One of the keys under context.reservedItems.'),
  title: shortText(300),
  body: z.string().max(20_000).default(''),
  findings: z.array(fingerprint).max(500).default([]),
});
export type FileItemLine = z.infer<typeof FileItemLine>;

const itemKey = z
  .string()
  .regex(/^RM-[1-9][0-9]{0,8}$/)
  .describe('An item that is there.');

export const CommentLine = z.strictObject({
  type: z.literal('comment'),
  item: itemKey,
  body: shortText(20_000).describe('Markdown. Mentions become plain text.'),
});
export type CommentLine = z.infer<typeof CommentLine>;

export const UpdateItemLine = z
  .strictObject({
    type: z.literal('update-item'),
    item: itemKey,
    title: shortText(300).optional(),
    body: z.string().max(20_000).optional().describe('What the item says instead, as a whole.'),
  })
  .refine(({ title, body }) => title !== undefined || body !== undefined, 'neither title nor body');
export type UpdateItemLine = z.infer<typeof UpdateItemLine>;

export const CloseItemLine = z.strictObject({
  type: z.literal('close-item'),
  item: itemKey,
  how: z.enum(['done', 'dropped', 'duplicate']),
  reason: shortText(1_000),
});
export type CloseItemLine = z.infer<typeof CloseItemLine>;

export const ProposalLine = z
  .discriminatedUnion('type', [
    FileItemLine,
    CommentLine,
    UpdateItemLine,
    CloseItemLine,
    z.strictObject({
      type: z.literal('push-branch'),
      remote: shortText(100).default('origin').describe('As outputs.push.remote says.'),
      ref: shortText(200)
        .optional()
        .describe('The name of the branch there; default: its name here.'),
    }),
    PullRequestLine,
  ])
  .meta({ id: 'ProposalLine' });
export type ProposalLine = z.infer<typeof ProposalLine>;

export const DecisionLine = z
  .strictObject({
    title: shortText(300),
    decision: shortText(5_000),
    reason: z.string().max(5_000).default(''),
    paths: z
      .array(shortText(1_000))
      .max(100)
      .optional()
      .describe('Files that it binds, gitignore-like patterns; without it, everything.'),
    replaces: z
      .string()
      .regex(/^D-[1-9][0-9]{0,8}$/)
      .optional()
      .describe('The decision that it takes the place of.'),
  })
  .meta({ id: 'DecisionLine' });
export type DecisionLine = z.infer<typeof DecisionLine>;

export const KnowledgeLine = z
  .strictObject({
    title: shortText(300),
    text: shortText(5_000),
    paths: z.array(shortText(1_000)).max(100).default([]),
    replaces: z
      .string()
      .regex(/^K-[1-9][0-9]{0,8}$/)
      .optional()
      .describe('The piece of knowledge that it takes the place of.'),
  })
  .meta({ id: 'KnowledgeLine' });
export type KnowledgeLine = z.infer<typeof KnowledgeLine>;

export const MissingLine = z
  .strictObject({
    kind: z.enum(['tool', 'data', 'permission']),
    what: shortText(300),
    why: z.string().max(2_000).default(''),
  })
  .meta({ id: 'MissingLine' });
export type MissingLine = z.infer<typeof MissingLine>;

export const Noop = z.strictObject({ reason: shortText(2_000) }).meta({ id: 'Noop' });
export type Noop = z.infer<typeof Noop>;

export const Question = z
  .strictObject({
    question: shortText(5_000),
    options: z.array(shortText(300)).max(20).default([]),
    default: shortText(300)
      .optional()
      .describe('Used when no answer comes in time; without it the run ends with what it has.'),
    why: z.string().max(2_000).optional().describe('What hangs on the answer.'),
    files: z
      .array(shortText(1_000))
      .max(50)
      .optional()
      .describe('Files that it is about, relative to the repository.'),
    item: z
      .string()
      .regex(/^RM-[1-9][0-9]{0,8}$/)
      .optional()
      .describe('The item that it is about.'),
    deadline: z
      .string()
      .regex(/^[1-9][0-9]{0,6}[smhd]$/)
      .optional()
      .describe(
        'How long to wait for a person, as 15m, 4h or 2d; never longer than the routine waits.',
      ),
  })
  .superRefine((value, context) => {
    // The supervisor, which loads no schema, must not pass over in silence what is taken here.
    const read = readQuestionValue(value);
    if (read.kind === 'refused') context.addIssue({ code: 'custom', message: read.problem });
  })
  .meta({ id: 'Question' });
export type Question = z.infer<typeof Question>;

/** How much of what a collector found the agent looked at; optional, for engines that can tell. */
export const CoverageFile = z
  .record(z.string().max(100), z.strictObject({ examined: z.int().min(0) }))
  .meta({ id: 'CoverageFile' });
export type CoverageFile = z.infer<typeof CoverageFile>;

// What an engine that was asked to split up an item leaves: `plan.jsonl`, one sub-item a line. Schema and type share one
// name. Hostile until it has passed `readPlan`.
export const PLAN_FILE = 'plan.jsonl';
/** As many lines as others may name. */
const MAX_LINE = 500;

export const PlanLine = z
  .strictObject({
    title: z.string().trim().min(1).max(300).describe('One line that names the sub-item.'),
    body: z.string().max(20_000).default('').describe('Markdown: what to do, and when it is done.'),
    files: z
      .array(z.string().trim().min(1).max(300))
      .max(50)
      .default([])
      .describe(
        'Files that are expected to change: paths or globs from the root of the repository.',
      ),
    dependsOn: z
      .array(z.int().min(1).max(MAX_LINE))
      .max(30)
      .default([])
      .describe('Numbers of the lines that have to be done before, the first line being 1.'),
  })
  .meta({ id: 'PlanLine' });
export type PlanLine = z.infer<typeof PlanLine>;
