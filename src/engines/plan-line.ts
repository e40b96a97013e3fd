/**
 * What an engine that was asked to split up an item leaves: `plan.jsonl`, one sub-item a line. Schema and type share one
 * name. Hostile until it has passed `readPlan`.
 */
import { z } from 'zod';

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
