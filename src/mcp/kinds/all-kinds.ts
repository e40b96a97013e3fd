import type { Kind } from '../contract.ts';
import { branches } from './branches.ts';
import { findings } from './findings.ts';
import { items } from './items.ts';
import { notesOf } from './notes.ts';
import { reports } from './reports.ts';
import { runs } from './runs.ts';

/** In the order in which they are named to agents. */
export const KINDS = [
  'report',
  'run',
  'finding',
  'item',
  'branch',
  'decision',
  'knowledge',
] as const;
export type KindName = (typeof KINDS)[number];

export const ALL_KINDS: Readonly<Record<KindName, Kind>> = {
  report: reports,
  run: runs,
  finding: findings,
  item: items,
  branch: branches,
  decision: notesOf('decision'),
  knowledge: notesOf('knowledge'),
};
